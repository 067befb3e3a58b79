//! GTP: every command as a recorded transcript, analysis and its interruption.

use super::{Bot, run};
use std::time::{Duration, Instant};

/// A small player that does not change with the flagships.
const PLAYER: [&str; 6] = ["--preset", "uct-plain", "--visits", "40", "--memory", "16MB"];

fn bot(options: &[&str]) -> Vec<String> {
    ["gtp"].iter().chain(&PLAYER).chain(options).map(|word| word.to_string()).collect()
}

/// Every request with its response.
fn transcript(options: &[&str], requests: &str) -> String {
    let arguments = bot(options);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let requests: Vec<&str> = requests.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let output = run(&arguments, (requests.join("\n") + "\n").as_bytes());
    let responses: Vec<&str> = output.trim_end().split("\n\n").collect();
    assert_eq!(responses.len(), requests.len(), "one response for each request:\n{output}");
    requests.iter().zip(responses).map(|(request, response)| format!("> {request}\n{response}\n")).collect()
}

#[test]
fn administration() {
    let requests = "
        1 protocol_version
        name
        version
        2 known_command kata-analyze
        known_command dance
        list_commands
        list_games
        komi 7.5
        gogui-interrupt
        dance
        3 play
        \t4  name \t# a comment
        5 quit";
    insta::assert_snapshot!(transcript(&[], requests).replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn nogo() {
    let requests = "
        boardsize 30
        boardsize 3
        clear_board
        play b B2
        play b A1
        play w B2
        play w I9
        play w pass
        play w resign
        play white a1
        undo
        undo
        undo
        play b b2
        final_score
        showboard
        reg_genmove w
        genmove b
        genmove w
        genmove b
        genmove w
        genmove b
        genmove w
        genmove b
        genmove w
        final_score
        showboard
        lz-analyze";
    insta::assert_snapshot!(transcript(&["--game", "nogo", "--board", "9x9"], requests));
}

#[test]
fn reversi() {
    let requests = "
        set_game Chess
        set_game Othello
        boardsize 7
        boardsize 6 8
        boardsize 8
        play b F5
        play w f6
        play b d3
        play w pass
        genmove w
        showboard
        boardsize 4
        play b b1
        play w a1
        play b pass
        genmove w
        showboard
        final_score";
    insta::assert_snapshot!(transcript(&["--game", "nogo"], requests));
}

#[test]
fn reversi_passes_are_put_in_and_games_are_scored() {
    let position = "XXXX/XXXX/XXXX/XOO. O";
    let requests = "
        showboard
        genmove b
        showboard
        final_score
        genmove w
        genmove b
        play b pass
        undo
        genmove w";
    insta::assert_snapshot!(transcript(&["--game", "reversi", "--board", "4x4", "--position", position], requests));
}

#[test]
fn connect_four() {
    let requests = "
        showboard
        play b D
        play w d
        play b 4
        play w h
        play w E
        luozi-forbid 9,9
        luozi-forbid 5,3 0,0
        play b D
        showboard
        set_game connect4
        play b A
        play w B
        play b A
        play w B
        play b A
        play w B
        genmove b
        genmove w
        final_score
        showboard";
    insta::assert_snapshot!(transcript(&["--game", "connect4"], requests));
}

#[test]
fn clocks_and_levels() {
    let requests = "
        time_settings 60 0 0
        time_settings 0 5
        time_left b 0.1 0
        time_left x 1 1
        genmove b
        time_settings 0 0.05 1
        genmove w
        set_level 0
        set_level 11
        set_level 1
        undo
        undo
        undo";
    let text = transcript(&["--game", "connect4", "--board", "4x4"], requests);
    let moves: Vec<&str> = text.lines().filter(|line| line.len() == 3 && line.starts_with("= ")).collect();
    assert_eq!(moves.len(), 2, "{text}");
    let hidden = text.lines().map(|line| if moves.contains(&line) { "= MOVE" } else { line });
    insta::assert_snapshot!(hidden.collect::<Vec<_>>().join("\n"));
}

#[test]
fn games_are_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let nogo = write("nogo.sgf", "(;GM[1]SZ[3]RU[NoGo];B[bb];W[aa];B[ca])");
    let othello = write("othello.sgf", "(;GM[2]SZ[8];B[fe];W[ff])");
    let broken = write("broken.sgf", "(;GM[1]SZ[3]RU[NoGo];B[bb];W[bb])");
    let requests = format!(
        "loadsgf {nogo}\nshowboard\nloadsgf {nogo} 2\nshowboard\nloadsgf {othello}\nshowboard\nloadsgf {broken}\n\
         loadsgf {missing}\nloadsgf {folder}\nloadsgf {nogo} x\nshowboard",
        missing = folder.path().join("missing.sgf").display(),
        folder = folder.path().display(),
    );
    let text = transcript(&[], &requests).replace(&folder.path().display().to_string(), "FOLDER");
    insta::assert_snapshot!(text);
}

/// The fields of one candidate, by name.
fn fields(info: &str) -> Vec<(&str, &str)> {
    let words: Vec<&str> = info.split_whitespace().collect();
    words.chunks(2).map(|pair| (pair[0], pair.get(1).copied().unwrap_or_default())).collect()
}

#[test]
fn analysis_streams_until_the_next_line() {
    for (command, names) in [
        ("lz-analyze b 5", &["move", "visits", "winrate", "prior", "order", "pv"][..]),
        ("kata-analyze interval 5", &["move", "visits", "winrate", "scoreLead", "prior", "order", "pv"]),
    ] {
        let mut bot = Bot::start(&["gtp", "--game", "nogo", "--preset", "classic-nogo", "--memory", "32MB"]);
        bot.send(&format!("17 {command}"));
        assert_eq!(bot.line(), "=17");
        for _ in 0..3 {
            let line = bot.line();
            let candidates: Vec<&str> = line.split("info ").skip(1).collect();
            assert!(!candidates.is_empty(), "{line}");
            for (order, candidate) in candidates.into_iter().enumerate() {
                let found: Vec<_> = fields(candidate).into_iter().take(names.len()).collect();
                assert_eq!(found.iter().map(|field| field.0).collect::<Vec<_>>(), names, "{line}");
                assert!(found.contains(&("order", &order.to_string())), "{line}");
                let share: f64 = found[2].1.parse().unwrap();
                let whole = command.starts_with("lz");
                assert!(
                    (0.0..=if whole { 10_000.0 } else { 1.0 }).contains(&share) && found[2].1.contains('.') != whole
                );
            }
        }
        let asked = Instant::now();
        bot.send("18 name");
        let rest = bot.lines_until(|line| line == "=18 Luozi");
        assert!(asked.elapsed() < Duration::from_secs(10));
        assert_eq!(rest[rest.len() - 2], "", "an empty line ends the analysis: {rest:?}");
        assert!(rest[..rest.len() - 2].iter().all(|line| line.starts_with("info ")), "{rest:?}");
        bot.line();
        bot.send("quit");
        assert_eq!(bot.finish(), (Some(0), vec!["=".to_string(), String::new()]));
    }
}

#[test]
fn an_analysis_that_ends_by_itself_still_waits_for_the_next_line() {
    let mut bot = Bot::start(&["gtp", "--board", "2x2", "--preset", "classic-nogo", "--memory", "16MB"]);
    bot.send("kata-analyze 1000");
    assert_eq!(bot.line(), "=");
    let info = bot.line();
    assert!(info.starts_with("info move ") && info.contains(" winrate 1.000000 "), "2x2 is won at once: {info}");
    bot.send("name");
    assert_eq!(bot.lines_until(|line| line == "= Luozi"), ["", "= Luozi"]);
    assert_eq!(bot.finish().0, Some(0));
}

#[test]
fn a_long_thought_ends_at_an_interruption_and_lines_behind_it_wait() {
    let mut bot = Bot::start(&["gtp", "--game", "reversi", "--time", "1000s", "--memory", "32MB"]);
    bot.send("1 genmove b");
    bot.send("# interrupt");
    bot.send("2 name");
    let answers = bot.lines_until(|line| line == "=2 Luozi");
    assert!(answers[0].starts_with("=1 ") && answers[0].len() == 5, "{answers:?}");
    assert_eq!(bot.finish().0, Some(0));
}
