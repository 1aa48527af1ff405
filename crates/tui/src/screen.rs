//! The terminal while it is ours: entered once, and left as it was whatever happens.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Stderr, stderr};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event, KeyCode,
    KeyEvent, KeyEventKind, KeyModifiers, MouseEvent,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use ratatui::prelude::CrosstermBackend;
use ratatui::{Frame, Terminal};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// How soon a signal is heeded while no key is pressed.
const GLANCE: Duration = Duration::from_millis(100);

/// Keys with a shorter pause between them count as pasted or typed ahead. People leave more time between two keys.
pub const BURST_GAP: Duration = Duration::from_millis(10);

/// Shown if an ignored key would have approved, submitted or closed something.
pub const IGNORED_BURST: &str = "Ignored: several keys arrived at once. Press the key again.";

/// Events that are read before the first one is handled. A longer burst continues in the next read.
const BURST_EVENTS_MAX: usize = 4096;

/// Bytes of one read that bypasses the terminal library.
const LEFT_BEHIND_BYTES: usize = 4096;

/// Room for a drawing of a large window.
const FRAME: usize = 64 * 1024;

/// Whether somebody who dies has to leave the screen first.
static IS_ENTERED: AtomicBool = AtomicBool::new(false);

/// Held by whoever draws, so that nobody does while the terminal is handed back.
static DRAWING: Mutex<()> = Mutex::new(());

/// A drawing is sent as a whole: standard error alone would send every word by itself.
type Canvas = Terminal<CrosstermBackend<BufWriter<Stderr>>>;

/// Drawn on standard error, so that standard output stays the answer alone.
pub struct Screen {
    /// Never dropped: it would show the cursor, as we do, but complain to a terminal that is gone, and die of that.
    terminal: ManuallyDrop<Canvas>,
    requests: Requests,
    /// Events that were read but not handled yet.
    queue: VecDeque<Arrived>,
    /// The last burst was longer than the limit, so the next keys belong to it.
    is_burst_cut: bool,
}

struct Arrived {
    event: Event,
    is_in_burst: bool,
}

/// What reaches us past the terminal.
#[derive(Clone)]
pub struct Requests {
    /// Set by signals that ask us to end.
    pub cancelled: Arc<AtomicBool>,
    /// Set when we go on after we were stopped.
    pub continued: Arc<AtomicBool>,
    /// Stops us for a while, if anybody could bring us back.
    pub suspend: fn() -> bool,
}

/// The terminal as it was before; nobody draws until this is dropped.
pub struct SteppedBack {
    was_drawn: bool,
    _drawing: MutexGuard<'static, ()>,
}

/// What the person did, or did not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A key that arrived alone.
    Key(KeyEvent),
    /// A key that was pasted or typed ahead. It may move and type, but must not approve, submit or close anything.
    BurstKey(KeyEvent),
    /// Text that was not typed. None of it is a key.
    Pasted(String),
    Mouse(MouseEvent),
    /// The next drawing has another size.
    Resized,
    /// Nothing, for as long as was asked.
    Quiet,
    /// Ctrl-C: discards the text of an editor; anywhere else it leaves.
    Interrupted,
    /// A signal, or a terminal that is gone. Nothing may be taken for a yes.
    Gone,
}

impl Screen {
    pub fn enter(requests: Requests) -> io::Result<Self> {
        leave_before_panic_is_told();
        requests.continued.store(false, Ordering::Relaxed);
        Ok(Self {
            terminal: seized()?,
            requests,
            queue: VecDeque::new(),
            is_burst_cut: false,
        })
    }

    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let _drawing = drawing();
        if !IS_ENTERED.load(Ordering::Relaxed) {
            self.terminal = seized()?;
            // They were meant for whoever had the terminal before.
            self.forget_early_keys();
        }
        // Nobody sees the half of a drawing, if the terminal knows how to wait for the rest.
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        let drawn = self.terminal.draw(draw).map(|_| ());
        let shown = execute!(self.terminal.backend_mut(), EndSynchronizedUpdate);
        drawn.and(shown)
    }

    /// Waits for the next input, at most for so long.
    pub fn next(&mut self, patience: Duration) -> Input {
        let until = Instant::now() + patience;
        loop {
            if self.requests.cancelled.load(Ordering::Relaxed) {
                return Input::Gone;
            }
            if is_hung_up(Duration::ZERO) {
                return Input::Gone;
            }
            if self.requests.continued.swap(false, Ordering::Relaxed) {
                // Somebody else has had the terminal, and may have left anything on it.
                release();
                return Input::Resized;
            }
            if let Some(Arrived { event, is_in_burst }) = self.queue.pop_front() {
                // Where nobody could bring us back, it is a key that means nothing.
                if is_suspension(&event) {
                    if (self.requests.suspend)() {
                        return Input::Resized;
                    }
                } else if let Some(input) = input(&event, is_in_burst) {
                    return input;
                }
                continue;
            }
            let left = until.saturating_duration_since(Instant::now());
            match event::poll(Duration::ZERO) {
                Ok(true) if self.read_burst().is_err() => return Input::Gone,
                Ok(true) => {}
                Ok(false) if is_readable() && self.read_burst().is_err() => return Input::Gone,
                Ok(false) if !self.queue.is_empty() => {}
                Ok(false) if left.is_zero() => return Input::Quiet,
                Ok(false) if is_hung_up(left.min(GLANCE)) => return Input::Gone,
                Ok(false) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Input::Gone,
            }
        }
    }

    /// Whether the next key belongs to a burst. Then the screen is not drawn: a paste may have thousands of keys.
    pub fn is_in_burst(&self) -> bool {
        self.queue.front().is_some_and(|next| next.is_in_burst)
    }

    /// Reads events until no key arrives for [`BURST_GAP`]. Only keys and pasted text make a burst, because the mouse
    /// may move while a person types.
    fn read_burst(&mut self) -> io::Result<()> {
        let mut events = Vec::new();
        let (mut keys, mut quiet_at) = (0, Instant::now());
        while events.len() < BURST_EVENTS_MAX && !is_hung_up(Duration::ZERO) {
            let left = quiet_at.saturating_duration_since(Instant::now());
            let event = match event::poll(left)? {
                true => event::read()?,
                false => match left_behind()? {
                    Some(event) => event,
                    None => break,
                },
            };
            keys += keys_in(&event);
            if keys_in(&event) > 0 {
                quiet_at = Instant::now() + BURST_GAP;
            }
            events.push(event);
        }
        let is_in_burst = keys > 1 || self.is_burst_cut;
        self.is_burst_cut = events.len() >= BURST_EVENTS_MAX;
        let arrived = events.into_iter().map(|event| Arrived { event, is_in_burst });
        self.queue.extend(arrived);
        Ok(())
    }

    /// Forgets what was pressed before there was anything to see. Whoever wants to leave is heard all the same.
    pub fn forget_early_keys(&mut self) {
        let mut is_interrupted = self.queue.drain(..).any(|arrived| is_interrupt(&arrived.event));
        while !is_hung_up(Duration::ZERO) {
            let next = match event::poll(Duration::ZERO) {
                Ok(true) => event::read().map(Some),
                Ok(false) => left_behind(),
                Err(error) => Err(error),
            };
            match next {
                Ok(Some(event)) => is_interrupted |= is_interrupt(&event),
                Ok(None) | Err(_) => break,
            }
        }
        if is_interrupted {
            self.requests.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Hands the terminal back while `work` talks to the person in lines, and takes it again.
    pub fn aside<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        release();
        let done = work();
        self.terminal = seized()?;
        Ok(done)
    }
}

/// Hands the terminal back to whoever had it before us, until the next drawing.
pub fn step_back() -> SteppedBack {
    let drawing = drawing();
    let was_drawn = IS_ENTERED.load(Ordering::Relaxed);
    release();
    SteppedBack {
        was_drawn,
        _drawing: drawing,
    }
}

impl SteppedBack {
    pub fn was_drawn(&self) -> bool {
        self.was_drawn
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        release();
    }
}

/// Waits for something to read, at most for so long. Whether the terminal is gone is asked of the kernel, because the
/// library would go on reading from it for ever.
fn is_hung_up(patience: Duration) -> bool {
    let stdin = io::stdin();
    let mut polled = [PollFd::new(&stdin, PollFlags::IN)];
    let patience = Timespec::try_from(patience).ok();
    let heard = poll(&mut polled, patience.as_ref()).is_ok();
    heard
        && polled[0]
            .revents()
            .intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
}

/// Whether there is input to read.
fn is_readable() -> bool {
    let stdin = io::stdin();
    let mut polled = [PollFd::new(&stdin, PollFlags::IN)];
    poll(&mut polled, Some(&Timespec::default())).is_ok() && polled[0].revents() == PollFlags::IN
}

fn drawing() -> MutexGuard<'static, ()> {
    DRAWING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A new one knows nothing of what was drawn. To clear an old one would be to ask the terminal for its cursor, and not all
/// of them answer.
fn seized() -> io::Result<ManuallyDrop<Canvas>> {
    seize()?;
    let backend = CrosstermBackend::new(BufWriter::with_capacity(FRAME, stderr()));
    let terminal = Terminal::new(backend).inspect_err(|_| release())?;
    Ok(ManuallyDrop::new(terminal))
}

fn seize() -> io::Result<()> {
    IS_ENTERED.store(true, Ordering::Relaxed);
    // Whoever was killed on this screen has left text on it.
    let clear = Clear(ClearType::All);
    let entered = enable_raw_mode().and_then(|()| {
        execute!(
            stderr(),
            EnterAlternateScreen,
            clear,
            EnableMouseCapture,
            EnableBracketedPaste
        )
    });
    entered.inspect_err(|_| release())
}

/// A terminal that is gone needs nothing more.
fn release() {
    if IS_ENTERED.swap(false, Ordering::Relaxed) {
        let _ = execute!(
            stderr(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// What a panic says must be readable afterwards.
fn leave_before_panic_is_told() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            release();
            tell(info);
        }));
    });
}

fn is_suspension(event: &Event) -> bool {
    is_control(event, 'z')
}

fn is_interrupt(event: &Event) -> bool {
    is_control(event, 'c')
}

fn is_control(event: &Event, letter: char) -> bool {
    let Event::Key(key) = event else { return false };
    let is_pressed = key.kind != KeyEventKind::Release;
    is_pressed && key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Pasted text counts as several keys. In some terminals a text can end its paste brackets itself, and the key after it
/// must not count as a single key.
fn keys_in(event: &Event) -> usize {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Release || is_suspension(event) => 0,
        Event::Key(_) => 1,
        Event::Paste(_) => 2,
        Event::Mouse(_) | Event::Resize(..) | Event::FocusGained | Event::FocusLost => 0,
    }
}

/// The terminal library reads 1,024 bytes at once, and reads the rest only when more input arrives. A rest of one key
/// would then count as a single key, so it is read here, as text.
fn left_behind() -> io::Result<Option<Event>> {
    // The library can still read input that arrives now.
    if !is_readable() || event::poll(BURST_GAP)? {
        return Ok(None);
    }
    let mut bytes = [0; LEFT_BEHIND_BYTES];
    let count = rustix::io::read(io::stdin(), &mut bytes)?;
    let text = String::from_utf8_lossy(&bytes[..count]);
    Ok(Some(match text.contains('\x03') {
        true => Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)),
        false => Event::Paste(plain(&text)),
    }))
}

/// Without the sequences of special keys and of the mouse.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\x1b' if rest.next_if_eq(&'[').is_some() => {
                rest.by_ref().find(|c| ('@'..='~').contains(c));
            }
            c if c.is_control() && !matches!(c, '\n' | '\r' | '\t') => {}
            c => plain.push(c),
        }
    }
    plain
}

/// `None` for what nobody acts on, such as a key that is let go.
fn input(event: &Event, is_in_burst: bool) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Release => None,
        event if is_interrupt(event) => Some(Input::Interrupted),
        Event::Key(key) if is_in_burst => Some(Input::BurstKey(*key)),
        Event::Key(key) => Some(Input::Key(*key)),
        Event::Mouse(mouse) => Some(Input::Mouse(*mouse)),
        Event::Paste(text) => Some(Input::Pasted(text.clone())),
        Event::Resize(..) => Some(Input::Resized),
        Event::FocusGained | Event::FocusLost => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ctrl_c_is_an_interrupt_even_in_a_burst() {
        let key = |code, modifiers, is_in_burst| input(&Event::Key(KeyEvent::new(code, modifiers)), is_in_burst);
        let (c, control) = (KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(key(c, control, false), Some(Input::Interrupted));
        assert_eq!(key(c, control, true), Some(Input::Interrupted));
        assert!(matches!(key(c, KeyModifiers::NONE, false), Some(Input::Key(_))));
        assert!(matches!(key(c, KeyModifiers::NONE, true), Some(Input::BurstKey(_))));
    }

    #[test]
    fn keys_that_the_library_left_behind_are_text() {
        assert_eq!(plain("a\x1b[<35;5;5M\x1b[Bb\r\x07s"), "ab\rs");
    }

    #[test]
    fn a_released_key_is_ignored() {
        let released = KeyEvent::new_with_kind(KeyCode::Enter, KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(input(&Event::Key(released), false), None);
        assert_eq!(keys_in(&Event::Key(released)), 0);
    }
}
