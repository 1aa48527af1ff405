//! The terminal while it is ours: entered once, and left as it was whatever happens.

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
    Key(KeyEvent),
    /// Text that was not typed. None of it is a key.
    Pasted(String),
    Mouse(MouseEvent),
    /// The next drawing has another size.
    Resized,
    /// Nothing, for as long as was asked.
    Quiet,
    /// Ctrl-C, a signal, or a terminal that is gone. Nothing may be taken for a yes.
    Gone,
}

impl Screen {
    pub fn enter(requests: Requests) -> io::Result<Self> {
        leave_before_panic_is_told();
        requests.continued.store(false, Ordering::Relaxed);
        Ok(Self {
            terminal: seized()?,
            requests,
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
            let left = until.saturating_duration_since(Instant::now());
            match event::poll(Duration::ZERO) {
                Ok(true) => match event::read() {
                    // Where nobody could bring us back, it is a key that means nothing.
                    Ok(event) if is_suspension(&event) => {
                        if (self.requests.suspend)() {
                            return Input::Resized;
                        }
                    }
                    Ok(event) => {
                        if let Some(input) = input(&event) {
                            return input;
                        }
                    }
                    Err(_) => return Input::Gone,
                },
                Ok(false) if left.is_zero() => return Input::Quiet,
                Ok(false) if is_hung_up(left.min(GLANCE)) => return Input::Gone,
                Ok(false) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Input::Gone,
            }
        }
    }

    /// Forgets what was pressed before there was anything to see. Whoever wants to leave is heard all the same.
    pub fn forget_early_keys(&mut self) {
        while !is_hung_up(Duration::ZERO) && event::poll(Duration::ZERO).unwrap_or(false) {
            match event::read() {
                Ok(event) if input(&event) == Some(Input::Gone) => {
                    self.requests.cancelled.store(true, Ordering::Relaxed);
                }
                Ok(_) => {}
                Err(_) => return,
            }
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
    let Event::Key(key) = event else { return false };
    let is_pressed = key.kind != KeyEventKind::Release;
    is_pressed && key.code == KeyCode::Char('z') && key.modifiers == KeyModifiers::CONTROL
}

/// `None` for what nobody acts on, such as a key that is let go.
fn input(event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Release => None,
        Event::Key(key) if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) => {
            Some(Input::Gone)
        }
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
    fn ctrl_c_is_no_key() {
        let key = |code, modifiers| input(&Event::Key(KeyEvent::new(code, modifiers)));
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Input::Gone));
        assert!(matches!(
            key(KeyCode::Char('c'), KeyModifiers::NONE),
            Some(Input::Key(_))
        ));
    }

    #[test]
    fn a_key_counts_once() {
        let released = KeyEvent::new_with_kind(KeyCode::Enter, KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(input(&Event::Key(released)), None);
    }
}
