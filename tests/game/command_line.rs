//! The program on the command line: exit codes, messages, and the JSON of `sim`.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use dodgem::game::tape::Tape;

/// Calls the program in a folder of its own, without a display.
fn dodgem(arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    call(folder.path(), arguments)
}

pub fn call(folder: &std::path::Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dodgem"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("DODGEM_DATA")
        .output()
        .unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[track_caller]
pub fn assert_ends(output: &Output, code: i32, words: &[&str]) {
    let all = stdout(output) + &stderr(output);
    assert_eq!(output.status.code(), Some(code), "{all}");
    for word in words {
        assert!(all.contains(word), "{word:?} is not in: {all}");
    }
    assert!(!all.contains("panicked"), "{all}");
}

fn sim(seed: &str) -> Value {
    let output = dodgem(&["sim", "classic", "--seconds", "5", "--seed", seed, "--json"]);
    assert_ends(&output, 0, &[]);
    serde_json::from_str(&stdout(&output)).unwrap()
}

#[test]
fn sim_gives_the_same_json_in_every_run_except_for_the_times() {
    let without_times = |mut report: Value| {
        let times = report.as_object_mut().unwrap().remove("ms").unwrap();
        assert!(times["step"]["mean"].as_f64().unwrap() > 0.0);
        report
    };
    let first = without_times(sim("7"));
    assert_eq!(first, without_times(sim("7")));
    assert_ne!(first["hash"], sim("8")["hash"]);
}

#[test]
fn sim_prints_what_the_design_lists() {
    let report = sim("3");
    let text = |key: &str| report[key].as_str().unwrap().to_owned();
    assert_eq!(text("level"), "classic");
    assert_eq!(report["seed"], 3);
    assert_eq!(report["steps"], 600);
    assert_eq!(report["seconds"], 5.0);
    assert!(
        report["score"]["total"].is_u64()
            && report["score"]["place"].is_u64()
            && report["impacts"].is_u64()
    );
    assert_eq!(report["score"]["cars"].as_array().unwrap().len(), 4);
    let hash = text("hash");
    assert!(
        hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()),
        "{hash}"
    );
    for counter in [
        "queries",
        "volume_tests",
        "primitive_tests",
        "updates",
        "hits",
        "cuts",
    ] {
        for kind in ["sweeps", "contacts", "rays"] {
            let number = &report["queries"][kind][counter];
            assert!(number.is_u64(), "{kind} {counter}");
        }
    }
    for phase in [
        "step", "drive", "broad", "contacts", "solve", "sweep", "settle",
    ] {
        for value in ["mean", "p99", "worst"] {
            assert!(report["ms"][phase][value].is_f64(), "{phase} {value}");
        }
    }
}

#[test]
fn sim_lets_a_script_drive_the_players_car_and_says_how_lively_the_round_was() {
    let call = |who: &str| -> Value {
        let fixed = [
            "sim",
            "classic",
            "--seconds",
            "3",
            "--json",
            "--player",
            who,
        ];
        let output = dodgem(&[&fixed[..], &["--difficulty", "hard"]].concat());
        assert_ends(&output, 0, &[]);
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let [idle, bully] = ["idle", "bully"].map(call);
    assert_ne!(idle["hash"], bully["hash"]);
    assert_eq!(bully["player"], "bully");
    assert_eq!(bully["difficulty"], "hard");
    assert_eq!(idle["score"]["cars"][0]["slot"], 0);
    let flow = bully["flow"].as_array().unwrap();
    assert_eq!(flow.len(), 3, "one entry a second");
    for key in ["spread", "speed", "crowded"] {
        assert!(flow[1][key].is_f64(), "{key}");
    }
    let wrong = dodgem(&["sim", "classic", "--player", "nobody"]);
    assert_ends(&wrong, 2, &["nobody", "idle", "mash", "beginner", "dodger"]);
    let wrong = dodgem(&["sim", "classic", "--difficulty", "insane"]);
    assert_ends(&wrong, 2, &["easy", "medium", "hard"]);
}

#[test]
fn sim_without_json_is_for_people_and_zero_seconds_are_a_round_too() {
    let output = dodgem(&["sim", "classic", "--seconds", "2"]);
    assert_ends(&output, 0, &["score", "points", "state hash", "Bianca"]);
    assert_ends(
        &dodgem(&["sim", "classic", "--seconds", "0"]),
        0,
        &["0 steps"],
    );
}

#[test]
fn a_missing_level_names_the_nearest_or_those_there_are_and_is_exit_code_1() {
    let output = dodgem(&["sim", "clasic"]);
    assert_ends(
        &output,
        1,
        &["levels/clasic.ron", "did you mean `classic`?"],
    );
    assert_ends(
        &dodgem(&["sim", "zzzz"]),
        1,
        &[
            "levels/zzzz.ron",
            "classic, carousel, demolition, eight, football, hill, ice, jump, knockout, mill, sardines, stadium, sumo, yard",
        ],
    );
    assert_ends(
        &dodgem(&["sim", "../x.ron"]),
        1,
        &["../x.ron", "no such file"],
    );
}

#[test]
fn check_tells_file_line_and_column_of_all_that_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let good = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/classic.ron"));
    let good = good.unwrap();
    fs::write(folder.path().join("good.ron"), &good).unwrap();
    let bad = good
        .replace("radius: 9.0", "radius: -9.0")
        .replace("#2f6fd0", "blue");
    fs::write(folder.path().join("bad.ron"), bad).unwrap();
    fs::write(folder.path().join("worse.ron"), "(name: ").unwrap();
    assert_ends(
        &call(folder.path(), &["check", "good.ron", "yard"]),
        0,
        &["good.ron: fine"],
    );
    let output = call(
        folder.path(),
        &["check", "good.ron", "bad.ron", "worse.ron"],
    );
    let words = [
        "good.ron: fine",
        "bad.ron:7:26: arena.radius: radius is -9",
        "blue",
        "worse.ron:1:8:",
        "2 of 3",
    ];
    assert_ends(&output, 1, &words);
}

#[test]
fn a_broken_model_beside_the_game_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("assets/models");
    fs::create_dir_all(&models).unwrap();
    fs::write(models.join("bumper_car.obj"), "v 1 2\n").unwrap();
    let output = call(folder.path(), &["sim", "classic"]);
    assert_ends(
        &output,
        1,
        &["classic.ron", "assets/models/bumper_car.obj", "1"],
    );
}

#[test]
fn bench_prints_the_tables_of_2002_with_figures_of_its_own() {
    let small = ["--poses", "8", "--repeats", "1"];
    let output = dodgem(&[&["bench", "cars", "--growth", "both"][..], &small].concat());
    let words = ["first fit, as in 2002", "grown over edges", "928 triangles"];
    assert_ends(&output, 0, &words);
    let text = stdout(&output);
    let row = |name: &str| -> Vec<f64> {
        let line = text.lines().find(|line| line.contains(name)).unwrap();
        let cells = line.trim_matches('|').split('|').skip(1);
        cells.map(|cell| cell.trim().parse().unwrap()).collect()
    };
    assert_eq!(row("hit, 2002")[0], 626.0);
    assert_eq!(row("all poses, 2002")[9], 313.0);
    for name in ["hit, here", "no hit, here", "all poses, here"] {
        let times = row(name);
        assert!(times.len() == 10 && times.iter().all(|&us| us > 0.0));
    }
    let pieces = row("pieces of both models");
    assert!(pieces[0] == 2.0 * 928.0 && pieces[5] < pieces[0]);
    let output = dodgem(&[&["bench", "spheres", "--growth", "adjacency"][..], &small].concat());
    assert_ends(&output, 0, &["2614", "1984 triangles in 1984"]);
    assert!(!stdout(&output).contains("first fit"));
}

#[test]
fn a_round_of_two_teams_has_their_sums_and_where_there_can_be_none_that_is_said() {
    let output = dodgem(&["sim", "stadium", "--seconds", "4", "--teams", "--json"]);
    assert_ends(&output, 0, &["\"team_totals\": ["]);
    let output = dodgem(&["sim", "stadium", "--seconds", "1", "--json"]);
    assert!(!stdout(&output).contains("team_totals"));
    let words = ["Knock-out", "--teams", "four cars or more"];
    let call = ["sim", "knockout", "--seconds", "1", "--teams"];
    assert_ends(&dodgem(&call), 1, &words);
}

#[test]
fn wrong_calls_are_exit_code_2() {
    for call in [
        &["simulate"][..],
        &["sim"],
        &["check"],
        &["sim", "classic", "--seed", "-1"],
        &["sim", "classic", "--seconds", "NaN"],
        &["sim", "classic", "--player", "Chaser"],
        &["sim", "classic", "--difficulty", "0"],
        &["sim", "classic", "--seconds", "1e9"],
        &["play", "--players", "5"],
        &["shot", "classic"],
        &["shot", "classic", "--out", "x.png", "--size", "0x0"],
        &["shot", "classic", "--out", "x.png", "--views", "gird"],
        &["bench", "trucks"],
        &["bench", "spheres", "--ratio", "1.1"],
    ] {
        assert_ends(&dodgem(call), 2, &[]);
    }
}

#[test]
fn help_has_every_command_examples_and_exit_codes() {
    let words = [
        "play",
        "sim",
        "check",
        "shot",
        "bench",
        "Examples:",
        "Exit codes: 0",
        "DODGEM_DATA",
    ];
    assert_ends(&dodgem(&["--help"]), 0, &words);
    assert_ends(
        &dodgem(&["sim", "--help"]),
        0,
        &[
            "--seconds",
            "--seed",
            "--json",
            "--player",
            "expert",
            "--difficulty",
        ],
    );
    assert_ends(&dodgem(&["--version"]), 0, &[env!("CARGO_PKG_VERSION")]);
}

/// Calls the program by a shell, which can send its output anywhere.
#[cfg(unix)]
fn shell(call: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    Command::new("sh")
        .args(["-c", call])
        .env("DODGEM", env!("CARGO_BIN_EXE_dodgem"))
        .current_dir(folder.path())
        .env_remove("DODGEM_DATA")
        .output()
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error_and_no_panic() {
    let round = "\"$DODGEM\" sim classic --seconds 0";
    for (call, code) in [
        // A lost message beside the result is no error.
        (format!("{round} 2>/dev/full"), 0),
        (format!("{round} 2>&-"), 0),
        ("\"$DODGEM\" sim nowhere 2>/dev/full".to_owned(), 1),
        ("\"$DODGEM\" sim nowhere 2>&-".to_owned(), 1),
        ("\"$DODGEM\" sim 2>/dev/full".to_owned(), 2),
        // The result is.
        (format!("{round} >/dev/full"), 1),
        (format!("{round} --json >/dev/full 2>/dev/full"), 1),
        ("\"$DODGEM\" check classic >/dev/full".to_owned(), 1),
        ("\"$DODGEM\" --help >/dev/full".to_owned(), 1),
        // A closed one is the null device when the program begins.
        (format!("{round} >&- 2>&-"), 0),
    ] {
        let output = shell(&call);
        assert_eq!(output.status.code(), Some(code), "{call}: {output:?}");
        assert!(!stderr(&output).contains("panicked"), "{call}");
    }
}

#[test]
fn a_problem_takes_no_more_lines_than_its_own_whatever_names_hold() {
    let folder = tempfile::tempdir().unwrap();
    let good = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/classic.ron"));
    let good = good.unwrap();
    let line = 1 + good
        .lines()
        .position(|line| line.contains("driver: Player"))
        .unwrap();
    let model = "model: \"a\\nb\u{1b}[31m\", driver: Player";
    let bad = good.replacen("driver: Player", model, 1);
    assert!(bad.contains(model));
    fs::write(folder.path().join("bad.ron"), bad).unwrap();
    let output = call(folder.path(), &["check", "bad.ron"]);
    assert_ends(&output, 1, &["bad.ron:"]);
    let text = stdout(&output);
    // The problem, the line of the file behind its number, and the caret.
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("bad.ron:"), "{text}");
    for (line, number) in [(lines[1], line.to_string().as_str()), (lines[2], "")] {
        let margin = line.split_once(" | ").map(|(margin, _)| margin.trim());
        assert_eq!(margin, Some(number), "{text}");
    }
    assert!(!text.contains('\u{1b}'), "{text}");
    let output = call(folder.path(), &["check", "no\nsuch.ron"]);
    assert_ends(&output, 1, &["no\\nsuch.ron: there is no such file"]);
}

#[test]
fn a_level_with_a_byte_order_mark_is_read_and_its_places_are_right() {
    let folder = tempfile::tempdir().unwrap();
    let good = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/classic.ron"));
    let good = good.unwrap();
    fs::write(folder.path().join("good.ron"), format!("\u{feff}{good}")).unwrap();
    fs::write(folder.path().join("bad.ron"), "\u{feff}(name: ?").unwrap();
    fs::write(folder.path().join("latin.ron"), b"(\n  name: \"K\xe4fig\"").unwrap();
    assert_ends(&call(folder.path(), &["check", "good.ron"]), 0, &["fine"]);
    let output = call(folder.path(), &["check", "bad.ron", "latin.ron"]);
    let words = ["bad.ron:1:8:", "latin.ron:2:11: the byte 0xe4", "UTF-8"];
    assert_ends(&output, 1, &words);
}

#[cfg(all(feature = "window", target_os = "linux"))]
#[test]
fn what_is_no_file_is_not_replaced_and_that_is_told_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("pictures")).unwrap();
    for (file, word) in [
        ("/dev/full", "a device is there"),
        ("pictures", "a folder is there"),
        ("new/out.png", "no such folder"),
    ] {
        let shot = call(folder.path(), &["shot", "classic", "--out", file]);
        assert_ends(&shot, 1, &[file, word]);
        let play = call(folder.path(), &["play", "--report", file]);
        assert_ends(&play, 1, &[file, word]);
    }
    assert!(!folder.path().join("new").exists());
}

#[cfg(not(feature = "window"))]
#[test]
fn a_build_without_a_window_says_so_and_names_sim() {
    for call in [
        &[][..],
        &["play", "classic"],
        &["shot", "classic", "--out", "x.png"],
    ] {
        assert_ends(&dodgem(call), 2, &["no window", "dodgem sim"]);
    }
}

#[cfg(all(feature = "window", target_os = "linux"))]
#[test]
fn without_a_display_the_game_ends_with_code_1_and_names_sim() {
    for call in [
        &[][..],
        &["play", "classic"],
        &["shot", "classic", "--out", "x.png"],
    ] {
        assert_ends(&dodgem(call), 1, &["no display", "dodgem sim"]);
    }
}

#[test]
fn a_recording_that_states_what_is_not_so_ends_check_and_diff_with_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    let call = |arguments: &[&str]| call(folder.path(), arguments);
    let made = call(&["sim", "classic", "--seconds", "1", "--record", "a.tape"]);
    assert_ends(&made, 0, &[]);
    let path = |name: &str| folder.path().join(name);
    let tape = Tape::read(&path("a.tape")).unwrap();
    assert_ends(&call(&["diff", "a.tape", "a.tape"]), 0, &["equal for"]);
    let mut forged = tape.clone();
    forged.head.repeatable = false;
    forged.write(&path("b.tape")).unwrap();
    let words = "it states that its round ran on a budget of real time";
    let check = call(&["replay", "b.tape", "--check"]);
    assert_ends(&check, 1, &["b.tape", words]);
    let diff = call(&["diff", "a.tape", "b.tape"]);
    assert_ends(
        &diff,
        1,
        &["b.tape", words, "the recorded hashes are equal"],
    );
    // The comparison in JSON is complete.
    let diff = call(&["diff", "b.tape", "a.tape", "--json"]);
    assert_eq!(diff.status.code(), Some(1));
    let said: Value = serde_json::from_str(&stdout(&diff)).unwrap();
    assert!(said["contradictions"][0].as_str().unwrap().contains(words));
    assert_eq!(said["contradictions"][1], Value::Null);
}

#[test]
fn lab_lists_its_methods_judges_one_and_names_the_nearest_to_a_mistyped_one() {
    assert_ends(
        &dodgem(&["lab", "--list"]),
        0,
        &["v-clip", "sap-batched", "lin-canny"],
    );
    let judged = dodgem(&["lab", "hull-incremental", "--quick", "--json"]);
    let text = stdout(&judged);
    assert_ends(&judged, 0, &["hull-incremental"]);
    assert!(serde_json::from_str::<Value>(&text).is_ok(), "{text}");
    assert_ends(&dodgem(&["lab", "vclip"]), 2, &["did you mean v-clip"]);
}

#[test]
fn lab_writes_scenes_and_judges_the_answers_of_another_engine() {
    let folder = tempfile::tempdir().unwrap();
    let scenes = folder.path().join("scenes");
    let call = |arguments: &[&str]| call(folder.path(), arguments);
    assert_ends(&call(&["lab", "--quick", "--scenes", "scenes"]), 0, &[]);
    let scenes = fs::read_to_string(scenes).unwrap();
    let answers: String = scenes
        .lines()
        .map(|line| {
            let case: Value = serde_json::from_str(line).unwrap();
            let hit = case["relation"] != "apart";
            let index = &case["index"];
            format!("{{\"index\": {index}, \"hit\": {hit}}}\n")
        })
        .collect();
    fs::write(folder.path().join("answers"), &answers).unwrap();
    let score = |answers: &str, code: i32, words: &[&str]| -> Value {
        let judged = call(&["lab", "--quick", "--answers", answers]);
        assert_ends(&judged, code, words);
        serde_json::from_str(&stdout(&judged)).unwrap()
    };
    let right = score("answers", 0, &[]);
    assert!(
        right["asked"].as_u64().unwrap() >= 1000
            && right["missed"] == 0
            && right["false_hits"] == 0
    );
    fs::write(folder.path().join("lies"), answers.replace("true", "false")).unwrap();
    let lies = score("lies", 1, &["lies: the answers: ", "missed"]);
    assert!(lies["missed"].as_u64().unwrap() > 100);
    // An empty line is no answer.
    let (first, rest) = answers.split_once('\n').unwrap();
    fs::write(folder.path().join("spaced"), format!("{first}\n\n{rest}")).unwrap();
    assert_eq!(score("spaced", 0, &[]), right);
    fs::write(folder.path().join("short"), rest).unwrap();
    let short = score("short", 1, &["unanswered pairs: 1", "index 0"]);
    assert_eq!(short["unanswered"], serde_json::json!([0]));
    assert_eq!(short["asked"], right["asked"].as_u64().unwrap() - 1);
    fs::write(folder.path().join("twice"), format!("{answers}{first}")).unwrap();
    let twice = score("twice", 1, &["repeated answers: 1", "index 0"]);
    assert_eq!(twice["repeated"], serde_json::json!([0]));
    assert_eq!(twice["asked"], right["asked"]);
    let stray = "{\"index\": 123456789, \"hit\": true}";
    fs::write(folder.path().join("stray"), answers + stray).unwrap();
    let stray = score("stray", 1, &["answers to unknown pairs: 1"]);
    assert_eq!(stray["unknown"], serde_json::json!([123_456_789]));
    for other in ["--page", "--out"] {
        let both = call(&["lab", "--answers", "answers", other, "new"]);
        assert_ends(&both, 2, &["cannot be used with"]);
    }
}

#[cfg(unix)]
#[test]
fn lab_refuses_a_folder_and_a_device_as_file_and_reads_no_endless_answers() {
    let folder = tempfile::tempdir().unwrap();
    let call = |arguments: &[&str]| call(folder.path(), arguments);
    fs::create_dir_all(folder.path().join("out/lab.json")).unwrap();
    for (place, word) in [("out", "a folder"), ("/dev/null", "a device")] {
        for option in ["--scenes", "--page"] {
            let refused = call(&["lab", "--quick", option, place]);
            assert_ends(&refused, 1, &[place, word]);
            assert_eq!(stdout(&refused), "", "no work was done");
        }
    }
    for (place, word) in [("out", "a folder"), ("/dev/null", "/dev/null")] {
        let refused = call(&["lab", "hull-incremental", "--quick", "--out", place]);
        assert_ends(&refused, 1, &[word]);
        assert_eq!(stdout(&refused), "", "no work was done");
    }
    assert_ends(&call(&["lab", "vclip", "--out", "new"]), 2, &["did you"]);
    assert!(!folder.path().join("new").exists());
    let endless = call(&["lab", "--quick", "--answers", "/dev/zero"]);
    assert_ends(&endless, 1, &["/dev/zero", "not a file"]);
}
