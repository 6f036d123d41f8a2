//! The texts in German, a file for each subject.

mod acts;
mod explain;
mod hand;
mod looking;
mod menus;
mod notices;
mod numbers;
mod panels;
mod rounds;
mod settings;
mod views;
mod why;

use crate::app::input::Command;
use crate::app::words::table::Words;

pub(super) const WORDS: Words = Words {
    common: menus::COMMON,
    keys: menus::KEYS,
    buttons: menus::BUTTONS,
    times: menus::TIMES,
    saving: menus::SAVING,
    title: menus::TITLE,
    pause: menus::PAUSE,
    result: rounds::RESULT,
    settings: settings::SETTINGS,
    cups: menus::CUPS,
    recordings: menus::RECORDINGS,
    leaving: menus::LEAVING,
    round: rounds::ROUND,
    hints: rounds::HINTS,
    lesson: rounds::LESSON,
    notices: notices::NOTICES,
    replay: looking::REPLAY,
    looking: looking::LOOKING,
    help: looking::HELP,
    why: why::WHY,
    probe: why::PROBE,
    legend: numbers::LEGEND,
    numbers: numbers::NUMBERS,
    play: hand::PLAY,
    touch: hand::TOUCH,
    building: hand::BUILDING,
    refusals: hand::REFUSALS,
    build: panels::BUILD,
    thing: panels::THING,
    surroundings: panels::SURROUNDINGS,
    joints: panels::JOINTS,
    triggers: panels::TRIGGERS,
    plots: panels::PLOTS,
    meaning,
    ordinal,
    views: &views::VIEWS,
    explain: explain::EXPLAIN,
    acts: acts::ACTS,
    driving: acts::DRIVERS,
};

/// The meaning of a command in the settings.
fn meaning(command: Command) -> &'static str {
    match command {
        Command::Forward => "vorwärts fahren",
        Command::Backward => "rückwärts fahren",
        Command::Left => "nach links lenken",
        Command::Right => "nach rechts lenken",
        Command::Brake => "bremsen",
        Command::Boost => "Schub",
        Command::Camera => "Kamera: hinten, Haube, Seite, oben; Computerfahrer (Titel)",
        Command::LookBack => "zurückschauen (halten)",
        Command::Split => "Aufteilung des Bildschirms (mehrere Spieler)",
        Command::Restart => "Runde neu starten",
        Command::Pause => "Pause, zurück",
        Command::Confirm => "bestätigen",
        Command::Quit => "beenden (Titel, Pause, Ergebnis)",
        Command::SecondPlayer => "zweiter Spieler an den Pfeiltasten (Titel)",
        Command::Mode => "was zählt (Titel)",
        Command::Teams => "zwei Teams oder keine (Titel)",
        Command::Recordings => "Liste der Aufnahmen (Titel)",
        Command::Settings => "Einstellungen (Titel, Pause)",
        Command::Cups => "Pokale, Runde des Tages (Titel)",
        Command::Delete => "Aufnahme löschen (Liste), Ding löschen (Hand)",
        Command::Hand => "Hand auch in einer Runde benutzen",
        Command::Throw => "Ball werfen; halten: schneller (Hand)",
        Command::Freeze => "Ding festsetzen oder lösen (Hand)",
        Command::Duplicate => "Ding kopieren (Hand)",
        Command::Undo => "rückgängig (Hand)",
        Command::Redo => "wiederholen (Hand)",
        Command::Cut => "Gelenke eines Dings lösen (Hand)",
        Command::SelectAll => "alle Dinge auswählen (Hand)",
        Command::CopyText => "Dinge als Text kopieren (Hand)",
        Command::PasteText => "Dinge aus Text einfügen (Hand)",
        Command::Panels => "Tafeln des Sandkastens (Hand)",
        Command::Save => "Szene speichern (Hand)",
        Command::Wireframe => "Ansicht: die Dreiecke, die kollidieren",
        Command::Grid => "Ansicht: grobe Suche und Paare",
        Command::Tree => "Ansicht: Bäume von Hüllen",
        Command::Pieces => "Ansicht: konvexe Stücke",
        Command::Contacts => "Ansicht: Kontakte und Stöße",
        Command::Sweeps => "Ansicht: Bewegung bis zum Stoß",
        Command::Velocities => "Ansicht: Geschwindigkeiten und Kräfte",
        Command::Budget => "Ansicht: Budget und Abbrüche",
        Command::ViewsOff => "alle Ansichten aus, kein Fokus",
        Command::ViewsPart => "Ansichten in einem Teil oder in allen (geteilt)",
        Command::Palette => "Farben der Ansichten wechseln",
        Command::Point => "Fokus auf den Körper unter dem Zeiger",
        Command::LastCrash => "Fokus auf den letzten Stoß; suchen (Titel)",
        Command::NearestPair => "Fokus auf das nächste Paar, dann das folgende",
        Command::Magnify => "Lupe auf das Paar im Fokus",
        Command::Numbers => "Zahlen und Kurven",
        Command::SaveNumbers => "Zahlen als Tabelle speichern",
        Command::ShallowerTree => "Baumebene höher",
        Command::DeeperTree => "Baumebene tiefer",
        Command::SingleStep => "ein Schritt in der Pause",
        Command::StepBack => "ein Schritt zurück (halten: zurückspulen)",
        Command::NextCamera => "nächste Kamera (Pause, Aufnahme)",
        Command::KeepRound => "Aufnahme behalten (Ergebnis, Liste, Hand)",
        Command::Ghost => "Geist deiner besten Runde",
        Command::TakeWheel => "hier das Steuer übernehmen (Aufnahme)",
        Command::Graphs => "Kurven beliebiger Größen",
        Command::Probe => "Sonde: nach zwei Dingen fragen",
        Command::Why => "warum dieser Stoß, oder warum nicht?",
        Command::Film => "Film: Anfang und Ende (Aufnahme)",
        Command::Slower => "langsamer",
        Command::Faster => "schneller",
        Command::Help => "diese Hilfe",
        Command::Reload => "Leveldatei neu laden",
        Command::FullScreen => "Vollbild",
        Command::Screenshot => "Bildschirmfoto",
    }
}

/// A place as an ordinal number: 1., 2., 3.
fn ordinal(place: usize) -> String {
    format!("{place}.")
}
