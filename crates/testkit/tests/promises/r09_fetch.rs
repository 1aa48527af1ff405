//! R9 for fetching: neither a plan nor a file of the project makes planwright contact a host that the user has not
//! allowed.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use planwright_testkit::bins;
use planwright_testkit::project::{Project, must};

use crate::at_terminal::{has_terminal, start_command};
use crate::turn_scenes::{opened, plan, report, turn, waiting};

const PRIVATE: &str = "# mine\n[fetch]\nallow_private = true # a stub\n";
const SETTING: &str = "127.0.0.1 is not allowed. Add it: [fetch] allow = [\"127.0.0.1\"] in your config.toml";
const QUESTION: &str = "Allow pages from 127.0.0.1? (y)es, always / (o)nce / (n)ot now › ";

/// A local server that counts its requests.
struct Server {
    port: u16,
    visits: Arc<AtomicUsize>,
}

impl Server {
    /// Answers each request with a page, or with a redirect to `location`.
    fn start(location: Option<String>) -> Self {
        let listener = must("a port", TcpListener::bind("127.0.0.1:0"));
        let port = must("a port", listener.local_addr()).port();
        let visits = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&visits);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                seen.fetch_add(1, Ordering::SeqCst);
                let _ = answer(stream, location.as_deref());
            }
        });
        Self { port, visits }
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{path}", self.port)
    }

    fn visits(&self) -> usize {
        self.visits.load(Ordering::SeqCst)
    }
}

fn answer(mut stream: TcpStream, location: Option<&str>) -> std::io::Result<()> {
    let mut request = [0; 4096];
    let _ = stream.read(&mut request)?;
    let body = "Doors open.";
    let head = match location {
        Some(location) => format!("302 Found\r\nLocation: {location}"),
        None => "200 OK\r\nContent-Type: text/plain".to_owned(),
    };
    write!(
        stream,
        "HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn read(url: &str) -> String {
    plan(&format!(
        "### `READ`\n- **Resource:** [A page]({url})\n- **Description:** See it.\n\n"
    ))
}

fn config(project: &Project) -> PathBuf {
    project.home().join(".config/planwright/config.toml")
}

fn configure(project: &Project, text: &str) {
    must(
        "a folder",
        fs::create_dir_all(project.home().join(".config/planwright")),
    );
    must("the configuration", fs::write(config(project), text));
}

fn input(project: &Project, id: &str) -> String {
    must("input.md", fs::read_to_string(turn(project, id).join("input.md")))
}

fn context(project: &Project, id: &str) -> String {
    must(
        "turn.context",
        fs::read_to_string(turn(project, id).join("turn.context")),
    )
}

#[test]
fn r09_a_read_approved_in_advance_reaches_no_host_that_is_not_allowed() {
    let server = Server::start(None);
    let url = server.url("leak?data=secret");
    let project = waiting(&read(&url));
    configure(&project, PRIVATE);
    let ran = project.teddy(&["execute", "-y"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        report(&project).contains(&format!("Skipped: {SETTING}")),
        "{}",
        report(&project)
    );
    assert!(context(&project, "02").contains(&url), "{}", context(&project, "02"));
    project.teddy(&["context"]).done();
    let input = input(&project, "02");
    assert!(input.contains(&url) && input.contains(SETTING), "{input}");
    assert!(!input.contains("Doors open"), "{input}");
    assert_eq!(server.visits(), 0);
}

#[test]
fn r09_an_address_in_global_context_is_not_fetched() {
    let server = Server::start(None);
    let project = opened();
    configure(&project, PRIVATE);
    project.write(
        ".teddy/global.context",
        &format!("{}\n", server.url("leak?data=secret")),
    );
    project.teddy(&["context"]).done();
    assert!(input(&project, "01").contains(SETTING), "{}", input(&project, "01"));
    assert_eq!(server.visits(), 0);
}

#[test]
fn r09_an_allowed_host_is_fetched_without_a_question() {
    let server = Server::start(None);
    let project = waiting(&read(&server.url("page")));
    configure(&project, "[fetch]\nallow = [\"127.0.0.1\"]\nallow_private = true\n");
    project.teddy(&["execute", "-y"]).done();
    project.teddy(&["context"]).done();
    assert!(
        input(&project, "02").contains("Doors open"),
        "{}",
        input(&project, "02")
    );
    assert_eq!(server.visits(), 1);
}

#[test]
fn r09_an_allowed_host_that_is_private_needs_its_own_setting() {
    let server = Server::start(None);
    let project = waiting(&read(&server.url("page")));
    configure(&project, "[fetch]\nallow = [\"127.0.0.1\"]\n");
    project.teddy(&["execute", "-y"]).done();
    project.teddy(&["context"]).done();
    let input = input(&project, "02");
    assert!(!input.contains("Doors open"), "{input}");
    assert!(input.contains("[fetch] allow_private = true"), "{input}");
    assert_eq!(server.visits(), 0);
}

#[test]
fn r09_a_redirect_to_another_host_is_not_followed() {
    let elsewhere = Server::start(None);
    let first = Server::start(Some(format!("http://localhost:{}/leak", elsewhere.port)));
    let project = opened();
    configure(&project, "[fetch]\nallow = [\"127.0.0.1\"]\nallow_private = true\n");
    project.write(".teddy/global.context", &format!("{}\n", first.url("page")));
    project.teddy(&["context"]).done();
    let input = input(&project, "01");
    assert!(
        input.contains("localhost is not allowed. Add it: [fetch] allow = [\"localhost\"]"),
        "{input}"
    );
    assert_eq!((first.visits(), elsewhere.visits()), (1, 0));
}

#[test]
fn r09_a_host_is_asked_about_once_and_remembered() {
    if !has_terminal("r09_fetch") {
        return;
    }
    let server = Server::start(None);
    let project = opened();
    configure(&project, PRIVATE);
    project.write(
        ".teddy/global.context",
        &format!("{}\n{}\n", server.url("one"), server.url("two")),
    );
    let gather = |keys: &[&str]| {
        let mut command = project.command(bins::path("teddy"));
        command.arg("context");
        let mut terminal = start_command(command);
        for key in keys {
            let shown = terminal.wait_for(QUESTION);
            assert!(shown.contains(&server.url("one")), "{shown}");
            terminal.press(key);
        }
        let left = terminal.end();
        assert_eq!(left.code, Some(0), "{}", left.text());
        left.text()
    };
    let stated = || must("the configuration", fs::read_to_string(config(&project)));
    gather(&["n"]);
    assert_eq!(
        (server.visits(), stated().as_str()),
        (0, PRIVATE),
        "no is not remembered"
    );
    gather(&["o"]);
    assert_eq!(
        (server.visits(), stated().as_str()),
        (2, PRIVATE),
        "once is not remembered"
    );
    for page in must("the turn", fs::read_dir(turn(&project, "01"))).flatten() {
        if page.file_name().to_string_lossy().starts_with("page-") {
            must("no kept page", fs::remove_file(page.path()));
        }
    }
    let text = gather(&["y"]);
    assert!(text.contains("Added 127.0.0.1 to "), "{text}");
    assert_eq!(server.visits(), 4);
    let remembered = PRIVATE.replace("[fetch]\n", "[fetch]\nallow = [\"127.0.0.1\"]\n");
    assert_eq!(stated(), remembered, "all other bytes stay");
    assert!(
        input(&project, "01").contains("Doors open"),
        "{}",
        input(&project, "01")
    );
    project.write(".teddy/global.context", &format!("{}\n", server.url("three")));
    gather(&[]);
    assert_eq!(server.visits(), 5, "it is not asked about again");
}

#[test]
fn r09_a_read_that_the_person_refuses_is_skipped() {
    if !has_terminal("r09_fetch") {
        return;
    }
    let server = Server::start(None);
    let project = waiting(&read(&server.url("leak?data=secret")));
    configure(&project, PRIVATE);
    let mut command = project.command(bins::path("teddy"));
    command.arg("execute");
    let mut terminal = start_command(command);
    terminal.wait_for(crate::at_terminal::PROMPT);
    terminal.press("a");
    terminal.wait_for(QUESTION);
    terminal.press("n");
    let left = terminal.end();
    assert_eq!(left.code, Some(0), "{}", left.text());
    assert!(report(&project).contains(SETTING), "{}", report(&project));
    assert_eq!(server.visits(), 0);
}

/// Several pages of one host in one plan.
#[test]
fn r09_a_refused_host_is_not_asked_about_again_for_the_plan() {
    if !has_terminal("r09_fetch") {
        return;
    }
    let server = Server::start(None);
    let action = |path: &str| {
        let url = server.url(path);
        format!("### `READ`\n- **Resource:** [A page]({url})\n- **Description:** See it.\n\n")
    };
    let project = waiting(&plan(&(action("one") + &action("two"))));
    configure(&project, PRIVATE);
    let mut command = project.command(bins::path("teddy"));
    command.arg("execute");
    let mut terminal = start_command(command);
    terminal.wait_for(crate::at_terminal::PROMPT);
    terminal.press("a");
    terminal.wait_for(QUESTION);
    terminal.press("n");
    let left = terminal.end();
    assert_eq!(left.code, Some(0), "{}", left.text());
    assert_eq!(left.text().matches(QUESTION).count(), 1, "{}", left.text());
    assert_eq!(report(&project).matches(SETTING).count(), 2, "{}", report(&project));
    assert_eq!(server.visits(), 0);
}

/// Outside of a session no page is fetched.
#[test]
fn r09_a_read_outside_of_a_session_asks_about_no_host() {
    if !has_terminal("r09_fetch") {
        return;
    }
    let server = Server::start(None);
    let project = crate::turn_scenes::bare();
    configure(&project, PRIVATE);
    project.write("plan.md", &read(&server.url("page")));
    let mut command = project.command(bins::path("teddy"));
    command.args(["execute", "plan.md"]);
    let mut terminal = start_command(command);
    terminal.wait_for(crate::at_terminal::PROMPT);
    terminal.press("a");
    let left = terminal.end();
    assert_eq!(left.code, Some(0), "{}", left.text());
    assert!(!left.text().contains(QUESTION), "{}", left.text());
    assert_eq!(server.visits(), 0);
}
