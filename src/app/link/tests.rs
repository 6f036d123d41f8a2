//! Tests of links.

use super::*;
use crate::app::params::LINK_BYTES;
use crate::game::tape::short_tape;

fn parse(text: &str) -> Link {
    Link::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_link_names_a_moment_of_a_round() {
    let mut views = Views::default();
    views.turn_on("sweeps");
    let expected = Link {
        level: Some("jump".to_owned()),
        seed: Some(7),
        at: 12.5,
        views,
        why: true,
        ..Link::default()
    };
    let part = "?level=jump&seed=7&at=12.5&views=sweeps&why=1";
    for text in [
        part.to_owned(),
        part[1..].to_owned(),
        format!("https://example.org/dodgem/{part}"),
        format!("http://127.0.0.1:8000/index.html{part}&utm_source=mail"),
        format!("{part}&level=../x&seed=9"),
        "?level=j%75mp&seed=7#at=12.5&views=%73weeps&why=1".to_owned(),
    ] {
        assert_eq!(parse(&text), expected, "{text}");
    }
    assert_eq!(expected.text("").unwrap(), part);
    assert_eq!(
        parse("?level=sandbox/bowling").level.as_deref(),
        Some("sandbox/bowling")
    );
    assert_eq!(parse("?difficulty=hard").difficulty, Some(Difficulty::Hard));
    assert_eq!(parse("?views=grid%2Ctree:2").views.tree_level, 2);
    for none in ["", "?", "#", "?fbclid=abc&x", "?report=/x"] {
        assert_eq!(parse(none), Link::default(), "{none}");
    }
}

#[test]
fn a_value_that_is_not_of_its_form_is_named_with_the_form() {
    for (text, said) in [
        ("?level=../x", "level is `../x`, but it must be the name"),
        ("?level=a/b/c", "level is `a/b/c`"),
        ("?level=--help", "level is `--help`"),
        ("?level=/etc/passwd", "level is"),
        ("?level=a%2F..%2Fb", "level is `a/../b`"),
        ("?level=%1b%5b2J%0a", "level is `\\u{1b}[2J\\n`"),
        ("?level=", "level is ``"),
        ("?seed=-1", "seed is `-1`"),
        ("?seed=123456789012345678901", "a whole number"),
        (
            "?level=ice&at=1e9",
            "at is `1e9`, but it must be a number of seconds",
        ),
        ("?level=ice&at=NaN", "at is `NaN`"),
        ("?level=ice&at=600", "at is `600`"),
        ("?views=grid,%22;rm", "views is"),
        ("?why=yes", "why is `yes`, but it must be 0 or 1"),
        ("?difficulty=easier", "easy, medium or hard"),
        (
            "?scene=%00",
            "the scene in the link cannot be unpacked: a part of it is missing",
        ),
        ("#tape=AAAA", "the recording in the link cannot be unpacked"),
    ] {
        let error = Link::parse(text).expect_err(text).to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
    let long = format!("?level={}", "x".repeat(LINK_LETTERS));
    assert!(matches!(Link::parse(&long), Err(LinkError::TooLong)));
    let shown = Link::parse(&format!("?level={}", "x".repeat(999)));
    assert!(shown.unwrap_err().to_string().len() < 200);
}

#[test]
fn a_scene_and_a_recording_travel_in_a_link() {
    let scene = Link {
        brought: Some(Brought::Scene("(name: \"Ä 1\", things: [])".to_owned())),
        at: 0.5,
        ..Link::default()
    };
    let text = scene.text("https://example.org/").unwrap();
    assert!(
        text.starts_with("https://example.org/?at=0.5#scene="),
        "{text}"
    );
    assert_eq!(parse(&text), scene);
    let tape = Box::new(short_tape().brief());
    let recording = Link {
        brought: Some(Brought::Recording(tape.clone())),
        at: 107.0 / 120.0,
        why: true,
        ..Link::default()
    };
    let text = recording.text("").unwrap();
    let back = parse(&text);
    assert_eq!(back.brought, recording.brought);
    assert_eq!((back.at * 120.0).round(), 107.0);
    // With all hashes it would be several times as long.
    let whole = Link {
        brought: Some(Brought::Recording(Box::new(short_tape()))),
        ..recording
    };
    assert!(
        text.len() + 500 < whole.text("").unwrap().len(),
        "{}",
        text.len()
    );
    // A text that compresses badly travels as a file.
    let mut random: u32 = 1;
    let digits = std::iter::repeat_with(|| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'!' + (random >> 24) as u8 % 90)
    });
    let noise = Brought::Scene(digits.take(LINK_LETTERS).collect());
    let noise = Link {
        brought: Some(noise),
        ..Link::default()
    };
    assert!(matches!(noise.text(""), Err(LinkError::TooLong)));
}

/// Links of letters drawn at random, and good links with letters exchanged, are read or refused, without a panic.
#[test]
fn odd_links_are_read_or_refused() {
    let scene = Brought::Scene("(name: \"A\", things: [])".repeat(9));
    let link = |brought| Link {
        brought: Some(brought),
        ..parse("?level=ice&seed=3&at=2.5&views=grid,tree:3&why=1&difficulty=easy")
    };
    let good = [
        link(scene).text("https://example.org/").unwrap(),
        link(Brought::Recording(Box::new(short_tape().brief())))
            .text("")
            .unwrap(),
    ];
    let mut random: u64 = 7;
    let mut draw = |most: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % most
    };
    let letters: Vec<char> = "?#&=%,.:/-_aA0eZ9 \u{e9}\u{0}scenetapelevel"
        .chars()
        .collect();
    for round in 0..4000 {
        let mut text: Vec<char> = match round % 3 {
            0 => (0..draw(80))
                .map(|_| letters[draw(letters.len())])
                .collect(),
            other => good[other - 1].chars().collect(),
        };
        for _ in 0..draw(4) {
            if !text.is_empty() {
                let place = draw(text.len());
                text[place] = letters[draw(letters.len())];
            }
        }
        let text: String = text.into_iter().collect();
        match Link::parse(&text) {
            Ok(Link { at, brought, .. }) => {
                assert!((0.0..=3600.0).contains(&at), "{text}");
                if let Some(Brought::Scene(scene)) = brought {
                    assert!(scene.len() <= LINK_BYTES);
                }
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control), "{text}"),
        }
    }
}
