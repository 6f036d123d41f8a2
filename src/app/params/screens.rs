//! The layout and the limits of the screens, a module for each.

/// Numbers of `screens/canvas.rs`.
pub mod canvas {
    /// The largest text size of lists.
    pub const MOST_LARGE_LIST: f32 = 1.5;
    /// The least width beside a menu at the left edge into which the panels of a round move, in units.
    pub const LEAST_BESIDE_MENU: f32 = 560.0;
}

/// Numbers of `screens/card.rs`.
pub mod card {
    /// The width of the card and its margins, in units.
    pub const WIDE: f32 = 380.0;
    pub const MARGIN: f32 = 12.0;
    pub const INSIDE: f32 = 16.0;
    /// Letter sizes, in units.
    pub const TITLE: f32 = 24.0;
    pub const QUESTION: f32 = 18.0;
    pub const LABEL: f32 = 16.0;
    pub const NUMBER: f32 = 32.0;
    pub const SMALL: f32 = 14.0;
    /// Distances from line to line, in units.
    pub const STEP: f32 = 34.0;
    pub const SMALL_STEP: f32 = 18.0;
    /// The letter size of the empty line above what to press, in units.
    pub const GAP: f32 = 8.0;
    /// Number of readouts from which numbers are smaller.
    pub const MANY: usize = 6;
    /// The most lines of a formula.
    pub const FORMULA_LINES: usize = 2;
    /// The least width of the column of units, in units of the picture.
    pub const UNIT: f32 = 34.0;
    /// The most bodies with a number of their own, and the letter size of these, in units.
    pub const MOST_PLATES: usize = 12;
    pub const PLATE: f32 = 17.0;
    /// The most that a number stands over the middle of its body, in metres.
    pub const MOST_RISE: f32 = 1.2;
}

/// Numbers of `screens/cost_bars.rs`.
pub mod cost_bars {
    /// Number of steps after which the colours of bodies show a mean.
    pub const HEAT_STEPS: usize = 15;
    /// Number of pairs with a bar.
    pub const BARS_OF_PAIRS: usize = 5;
}

/// Numbers of `screens/cup_table.rs`.
pub mod cup_table {
    /// The panel's width, in units.
    pub const WIDTH: f32 = 720.0;
    pub const LEFT: f32 = 40.0;
    pub const LINE: f32 = 42.0;
    /// The width of a podium step and the heights of all three, in units.
    pub const STEP: f32 = 130.0;
    pub const HEIGHTS: [f32; 3] = [170.0, 120.0, 80.0];
}

/// Numbers of `screens/cups.rs`.
pub mod cups {
    /// The width of the list, in units.
    pub const WIDE: f32 = 720.0;
    /// The first baseline of the list, and the height of an entry, in units.
    pub const TOP: f32 = 172.0;
    pub const STEP: f32 = 72.0;
    /// The first baseline without the lines about the list, in units.
    pub const TOP_ALONE: f32 = 122.0;
    /// The height of the line of keys at the bottom, in units.
    pub const FOOT: f32 = 48.0;
    /// Number of previous days whose best results are shown.
    pub const DAYS: usize = 5;
}

/// Numbers of `screens/edges.rs`.
pub mod edges {
    /// Height of the head-up display at the upper edge, and of the notes below it, in units.
    pub const HEAD: f32 = 84.0;
    pub const NOTE_HEAD: f32 = 34.0;
    /// Height of the players' panels at the lower edge, in units.
    pub const FOOT: f32 = 156.0;
}

/// Numbers of `screens/gauges.rs`.
pub mod gauges {
    use glam::Vec2;

    /// The size of a player's panel, and the gap between two, in units.
    pub const SIZE: Vec2 = Vec2::new(250.0, 112.0);
    pub const GAP: f32 = 12.0;
    /// The left margin, in units.
    pub const LEFT: f32 = 16.0;
}

/// Numbers of `screens/hand.rs`.
pub mod hand {
    /// The height of the instruction for the next click below the upper edge, in units.
    pub const INSTRUCTION_TOP: f32 = 96.0;
}

/// Numbers of `screens/help.rs`.
pub mod help {
    use glam::Vec2;

    /// The size of the panel, and the position of its first row, in units.
    pub const SIZE: Vec2 = Vec2::new(1060.0, 664.0);
    pub const TOP: f32 = 104.0;
    /// The heights of a line of the words and of the foot, in units.
    pub const WORDS: f32 = 22.0;
    pub const FOOT: f32 = 46.0;
    /// The least height of a row, and the margin around the panel with large letters, in units.
    pub const LEAST_ROW: f32 = 22.5;
    pub const EDGE: f32 = 16.0;
}

/// Numbers of `screens/highlight.rs`.
pub mod highlight {
    /// Steps shown before and after the hit.
    pub const BEFORE: u64 = 84;
    pub const AFTER: u64 = 96;
    /// Playback speed; repeated presses of the key for slower reach it.
    pub const SPEED: f64 = 0.25;
    /// Distance by which the hit is shown to the right of the picture's middle, beside the table, in metres.
    pub const ASIDE: f32 = 2.5;
}

/// Numbers of `screens/hints.rs`.
pub mod hints {
    /// The largest text size, so that the countdown and the cars stay visible.
    pub const MOST_LARGE: f32 = 1.4;
    /// From this text size on only what every player needs is shown, so that the picture stays free.
    pub const LARGE: f32 = 1.3;
    /// The width and letter size of hints at a side of the picture, in units.
    pub const HINTS_WIDTH: f32 = 320.0;
    pub const HINTS_SMALL: f32 = 18.0;
    /// The letter size at the bottom, the width of the gauges at its left, and the margin, in units.
    pub const HINTS_LOW: f32 = 17.0;
    pub const GAUGES: f32 = 282.0;
    pub const HINTS_EDGE: f32 = 16.0;
    /// The top of hints at the upper edge, in units.
    pub const HINTS_TOP: f32 = 84.0;
}

/// Numbers of `screens/hud.rs`.
pub mod hud {
    /// The letter size of the text of a trigger, and its distance from the upper edge, in units.
    pub const SAID_LETTERS: f32 = 30.0;
    pub const SAID_HEAD: f32 = 118.0;
    /// The smallest area of a part of the picture with standings, in square units.
    pub const STANDINGS_ROOM: f32 = 300_000.0;
    /// Distance of a player's notes from the upper edge of the part, in units.
    pub const OWN_HEAD: f32 = 10.0;
    /// Margin around a panel within which the middle of a car counts as under it, in units.
    pub const CAR_MARGIN: f32 = 14.0;
    /// The width of the standings, in units.
    pub const STANDINGS: f32 = 232.0;
    /// Largest number of lines in the standings.
    pub const LINES: usize = 8;
}

/// Numbers of `screens/legend.rs`.
pub mod legend {
    /// The widths of a legend with sentences and without, and its distance from the edges, in units.
    pub const WIDE: f32 = 484.0;
    pub const WIDTH: f32 = 304.0;
    pub const MARGIN: f32 = 12.0;
    /// The indents of a kind's name (right of its sample line) and of an explaining sentence, in units.
    pub const SAMPLE: f32 = 60.0;
    pub const INDENT: f32 = 14.0;
    /// The horizontal margin of a column, and the sum of the vertical margins, in units.
    pub const LEFT: f32 = 16.0;
    pub const AROUND: f32 = 20.0;
    /// The letter size, how much smaller sentences are, and the distance between rows, in units.
    pub const LETTERS: f32 = 14.0;
    pub const SMALLER: f32 = 1.0;
    pub const STEP: f32 = 17.0;
    /// The largest share of the picture that the legend takes.
    pub const SHARE: f32 = 0.2;
    /// Largest number of views whose lines are listed; of more, each has one row.
    pub const MOST_LISTED: usize = 2;
    /// Usual number of line kinds in a view. Kinds come and go between steps, and the legend should not change its
    /// amount of text with each.
    pub const KINDS_OF_A_VIEW: usize = 3;
}

/// Numbers of `screens/lesson.rs`.
pub mod lesson {
    use glam::Vec2;

    /// The task's panel: left upper corner, width, letter size and line height, in units.
    pub const AT: Vec2 = Vec2::new(16.0, 12.0);
    pub const WIDTH: f32 = 440.0;
    pub const LETTERS: f32 = 24.0;
    pub const LINE: f32 = 29.0;
    /// The letter sizes of the number of the task, and of the times for medals, in units.
    pub const HEAD: f32 = 19.0;
    pub const TIMES: f32 = 16.0;
    /// The height between two answers, in units.
    pub const CHOICE_GAP: f32 = 8.0;
    /// The width of the result's panel, in units.
    pub const RESULT_WIDTH: f32 = 620.0;
}

/// Numbers of `screens/magnifier.rs`.
pub mod magnifier {
    /// The position of its lower left corner, beside the pause menu and above the speed panel, in units.
    pub const LEFT: f32 = 296.0;
    pub const ABOVE: f32 = 44.0;
    /// The left margin of the picture, in units.
    pub const EDGE: f32 = 22.0;
    /// The right end of the speed panel with its margin, in units.
    pub const GAUGES: f32 = 282.0;
    /// The difference of distances up to which triangles count as equally near, in metres.
    pub const DECIDES: f32 = 1e-4;
}

/// Numbers of `screens/menu.rs`.
pub mod menu {
    /// The letter size of a menu in a row, in units.
    pub const ROW_LETTERS: f32 = 20.0;
}

/// Numbers of `screens/misses.rs`.
pub mod misses {
    /// Seconds for which a cross is shown.
    pub const SHOWN: f64 = 4.0;
    /// Half the size of a cross, and letter sizes, in units.
    pub const HALF: f32 = 9.0;
    pub const LETTERS: f32 = 15.0;
}

/// Numbers of `screens/moments.rs`.
pub mod moments {
    /// The number of moments of each kind.
    pub const MOST: usize = 3;
    /// The largest width of the panel, its distance from the picture's edges, and the margin of its texts, in units.
    pub const WIDTH: f32 = 560.0;
    pub const EDGE: f32 = 16.0;
    pub const MARGIN: f32 = 18.0;
    /// The heights of a line in a wide and in a narrow panel, and the letter sizes of a heading and of a moment, in units.
    pub const LINE: f32 = 25.0;
    pub const CLOSE: f32 = 21.0;
    pub const HEADING: f32 = 18.0;
    pub const LETTERS: f32 = 17.0;
}

/// Numbers of `screens/naming.rs`.
pub mod naming {
    /// The largest number of letters of a name.
    pub const LONGEST: usize = 40;
    /// The largest width of the panel, its margin, and the letter size and line height of the hint, in units.
    pub const WIDTH: f32 = 560.0;
    pub const MARGIN: f32 = 24.0;
    pub const HINT: f32 = 17.0;
    pub const HINT_LINE: f32 = 22.0;
}

/// Numbers of `screens/numbers.rs`.
pub mod numbers {
    use glam::Vec2;

    /// Position and width of the panel, and its distance from the picture's edges, in units. It is at the left, so that the
    /// bodies in focus stay visible.
    pub const AT: Vec2 = Vec2::new(16.0, 100.0);
    pub const WIDE: f32 = 510.0;
    pub const EDGE: f32 = 4.0;
    /// The left end of the texts; those below the tables end as far from the right edge.
    pub const MARGIN: f32 = AT.x;
    /// The height of a row and the letter size, in units.
    pub const STEP: f32 = 18.0;
    pub const LETTERS: f32 = 14.0;
    pub const SMALL: f32 = 11.0;
}

/// Numbers of `screens/over.rs`.
pub mod over {
    /// Seconds during which presses are ignored, so that a player who is still driving does not skip the result.
    pub const WAIT: f64 = 0.7;
}

/// Numbers of `screens/overlay.rs`.
pub mod overlay {
    /// The gap between panels, labels and the picture's edges, in units.
    pub const PANEL_GAP: f32 = 4.0;
    /// An additional gap of the legend and messages at the bottom, in units.
    pub const FOOT_GAP: f32 = 10.0;
    /// The width of the sign of a load, and the sizes of its letters, in units.
    pub const SIGN: f32 = 460.0;
    pub const SIGN_LETTERS: f32 = 26.0;
    pub const SIGN_SMALL: f32 = 18.0;
    /// The width of the moving part of its bar, as a share, and its passes a second.
    pub const SIGN_PART: f32 = 0.3;
    pub const SIGN_PASSES: f32 = 0.7;
    /// The letter size of a message in units, and the distance from line to line in letter sizes.
    pub const MESSAGE_LETTERS: f32 = 20.0;
    pub const MESSAGE_STEP: f32 = 1.35;
    /// Largest number of lines of an error on screen.
    pub const MOST_LINES: usize = 10;
    /// Largest number of characters of a line of the level file.
    pub const MOST_LETTERS: usize = 68;
    /// The width of the error panel, between the panels in the upper corners of a round, in units.
    pub const ERROR_WIDTH: f32 = 760.0;
    /// Its distance from the bottom while no round runs, in units.
    pub const ERROR_FOOT: f32 = 108.0;
}

/// Numbers of `screens/pause.rs`.
pub mod pause {
    use glam::Vec2;

    /// The size of the menu's panel without notes, its place if nothing is in the way, the height of a note, and the
    /// distance from the picture's edges, in units.
    pub const MENU: Vec2 = Vec2::new(270.0, 391.0);
    pub const PLACE: Vec2 = Vec2::new(16.0, 128.0);
    pub const NOTE: f32 = 25.0;
    /// The height of the menu as a row, in units.
    pub const ROW_HEIGHT: f32 = 70.0;
    pub const EDGE: f32 = 4.0;
}

/// Numbers of `screens/play.rs`.
pub mod play {
    /// Seconds after the start during which "GO!" is shown.
    pub const GO_SECONDS: f32 = 0.8;
    /// Letter size of the words while a lesson waits for its driver, in units.
    pub const LESSON_WAITS: f32 = 44.0;
}

/// Numbers of `screens/question.rs`.
pub mod question {
    /// The panel's width, and the letter sizes of the question, of the text below it and of the foot, in units.
    pub const WIDTH: f32 = 680.0;
    pub const LETTERS: f32 = 28.0;
    pub const SMALL: f32 = 18.0;
    pub const FOOT: f32 = 16.0;
    /// The heights of a line of that text, of an answer, and of the name, in units.
    pub const LINE: f32 = 25.0;
    pub const ANSWER: f32 = 46.0;
    pub const NAME: f32 = 52.0;
    /// The margin inside the panel, in units.
    pub const MARGIN: f32 = 26.0;
}

/// Numbers of `screens/recordings.rs`.
pub mod recordings {
    /// Number of recordings shown at once; the list scrolls.
    pub const LINES: usize = 10;
    /// The height of a line, and the first baseline, in units.
    pub const STEP: f32 = 44.0;
    pub const TOP: f32 = 162.0;
    /// The width of the list, and the left ends of its columns: recording, mode, result, length, age; in units.
    pub const WIDE: f32 = 1094.0;
    pub const COLUMNS: [f32; 5] = [NAME_LEFT, 470.0, 622.0, 850.0, 920.0];
    pub const FEW_COLUMNS: [Option<f32>; 5] =
        [Some(NAME_LEFT), None, Some(420.0), None, Some(670.0)];
    pub const NAME_LEFT: f32 = 62.0;
    /// The height below the list for what is told about a recording and for the keys, in units.
    pub const ABOUT: f32 = 104.0;
    /// The largest width of a name in the first column; the small letters behind it use the rest.
    pub const NAME: f32 = 260.0;
    /// The shift of a recording below the one that it continues, in units, and the most shifts.
    pub const INWARD: f32 = 18.0;
    pub const DEEPEST: usize = 5;
    /// The height at the lower edge for the keys, in units.
    pub const FOOT: f32 = 48.0;
}

/// Numbers of `screens/replay.rs`.
pub mod replay {
    /// Steps in a second.
    pub const SECOND: u64 = 120;
}

/// Numbers of `screens/results.rs`.
pub mod results {
    /// The panel's width, in units.
    pub const WIDTH: f32 = 620.0;
    pub const LEFT: f32 = 40.0;
    /// The width at the left that the panel takes, with its margin, in units.
    pub const ROOM: f32 = LEFT + WIDTH;
    /// The largest text size in the panel, so that some of the round stays visible beside it.
    pub const MOST_LARGE: f32 = 1.3;
}

/// Numbers of `screens/split.rs`.
pub mod split {
    /// The width of a border, in units.
    pub const BORDER: f32 = 4.0;
    /// The width at each side for the gauges and their margin, in units.
    pub const BESIDE: f32 = 282.0;
    /// The smallest width for words in the middle, in units; with less they go beside the gauges.
    pub const LEAST: f32 = 400.0;
    /// The height below which a part is flat, and the half width of a car in the middle of it, in units.
    pub const FLAT: f32 = 480.0;
    pub const CAR: f32 = 76.0;
    /// Distance of words beside the gauges from the right edge, and of their middle from the lower edge, in units.
    pub const EDGE: f32 = 16.0;
    pub const FOOT: f32 = 64.0;
    /// The largest letters beside the gauges, in units.
    pub const LETTERS: f32 = 20.0;
}

/// Numbers of `screens/time_line.rs`.
pub mod time_line {
    /// The time line's distances from the sides and from the lower edge, and its height, in units.
    pub const MARGIN: f32 = 60.0;
    pub const LIFT: f32 = 76.0;
    pub const HEIGHT: f32 = 14.0;
    /// The height at the lower edge for the time line and its marks, in units.
    pub const FOOT: f32 = LIFT + HEIGHT * 0.5 + 36.0;
    /// Largest number of takeovers that are listed one by one.
    pub const MOMENTS: usize = 4;
    /// The width of a takeover's pennant with its word, in units; closer ones are merged.
    pub const PENNANT: f32 = 84.0;
}

/// Numbers of `screens/graphs/mod.rs`.
pub mod graphs {
    use glam::Vec2;

    /// The left edge and the top of the first graph, size of each, and gap between them, in units.
    pub const LEFT: f32 = 16.0;
    pub const TOP: f32 = 100.0;
    pub const SIZE: Vec2 = Vec2::new(392.0, 236.0);
    pub const GAP: f32 = 6.0;
    /// Graphs above each other.
    pub const COLUMN: usize = 2;
    /// Letter size and height of a row of the legend, in units.
    pub const LETTERS: f32 = 13.0;
    pub const ROW: f32 = 16.0;
    /// Width of the curves, in units.
    pub const WIDTH: f32 = 1.6;
}

/// Numbers of `screens/help/lab.rs`.
pub mod help_lab {
    /// The size of the letters in the list, and the largest and the least in a table, in units.
    pub const LIST: f32 = 18.0;
    pub const CELLS: [f32; 2] = [16.0, 11.5];
    /// The gap between columns, and the width up to which a head stays in one line, in units.
    pub const GAP: f32 = 14.0;
    pub const HEAD: f32 = 80.0;
}

/// Numbers of `screens/help/row.rs`.
pub mod help_row {
    /// The largest height of a row, in units.
    pub const ROW: f32 = 27.0;
    /// The size of the text, in units.
    pub const TEXT: f32 = 19.0;
}

/// Numbers of `screens/legend/samples.rs`.
pub mod legend_samples {
    /// The letter size of a sample number, in units.
    pub const SAMPLE_LETTERS: f32 = 14.0;
    /// The length of a sample, in units.
    pub const LONG: f32 = 48.0;
}

/// Numbers of `screens/marks/goals.rs`.
pub mod marks_goals {
    /// Height of a sign above the middle of its target, in metres.
    pub const OVER: f32 = 1.2;
    /// The widths at the left and right, the top and the bottom that panels may cover, in units. A sign there would be
    /// hidden.
    pub const SIDES: f32 = 70.0;
    pub const HEAD: f32 = 170.0;
    pub const FOOT: f32 = 150.0;
    /// The letter size, and the size of the tip, in units.
    pub const LETTERS: f32 = 20.0;
    pub const TIP: f32 = 16.0;
}

/// Numbers of `screens/marks/labels.rs`.
pub mod marks_labels {
    /// Largest number of labels on screen.
    pub const MOST_LABELS: usize = 60;
    /// Letter size in units, and the number of lines that a label may move up past others; a label without a
    /// free place is omitted.
    pub const LABEL_SIZE: f32 = 15.0;
    pub const MOST_RISES: usize = 7;
    /// Height of a panel above its place, so that a car's number there stays readable, in units.
    pub const PANEL_RISE: f32 = 96.0;
}

/// Numbers of `screens/marks/plates.rs`.
pub mod marks_plates {
    /// Distance within which the number on the car itself is readable, in metres.
    pub const READABLE: f32 = 9.0;
    /// Height of a badge above its car's origin, in metres.
    pub const HEIGHT: f32 = 1.95;
    /// Number of rings around a car that are tried with the top camera, so that a badge can clear a panel.
    pub const RINGS: usize = 8;
    /// Number of rings in which a place off all other cars is sought first.
    pub const OFF_CARS: usize = 3;
}

/// Numbers of `screens/marks/signs.rs`.
pub mod marks_signs {
    /// The size at which the words of a sign are measured, in units: small letters are rounded to whole pixels.
    pub const MEASURED: f32 = 48.0;
    /// Scale of a sign that found no room; it then has no second line.
    pub const SMALL: f32 = 0.6;
}

/// Numbers of `screens/marks/threats.rs`.
pub mod marks_threats {
    /// Positions of the signs as shares of the picture: from the left and right edges, from the bottom, and from the top.
    pub const SIDE: f32 = 0.075;
    pub const FOOT: f32 = 0.24;
    pub const LOW: f32 = 0.42;
    /// Smallest distance from the middle for cars behind the player, as a share of the picture's width.
    pub const BESIDE: f32 = 0.16;
    /// Smallest x for the middle of such a sign, to the right of the gauges, in units.
    pub const GAUGES: f32 = 350.0;
}

/// Numbers of `screens/results/layout.rs`.
pub mod results_layout {
    /// The largest and smallest height of a car's line, and the height of a player's line above the table, in units.
    pub const LINE: f32 = 31.0;
    pub const LEAST_LINE: f32 = 20.0;
    pub const OWN_LINE: f32 = 29.0;
    /// The letter sizes for the largest and the smallest line.
    pub const LETTERS: f32 = 22.0;
    pub const LEAST_LETTERS: f32 = 18.0;
    /// The largest height of the panel at normal text size: that of the smallest screen less a margin, in units. It has
    /// room for twenty cars.
    pub const HEIGHT: f32 = 704.0;
    /// Distance from the table's head to its first line, in units.
    pub const FIRST: f32 = 26.0;
    /// The baselines of a single player's summary and winnings, and the height of such a line, in units.
    pub const SUMMARY: f32 = 146.0;
    pub const WON: f32 = SUMMARY + SAID_LINE;
    pub const SAID_LINE: f32 = 25.0;
    /// Distances from the table's last line to the number of omitted cars, from there to the keys, and from there to the
    /// lower edge, in units.
    pub const MORE: f32 = 28.0;
    pub const KEYS: f32 = 46.0;
    pub const FOOT: f32 = 20.0;
    pub const BELOW: f32 = KEYS + FOOT;
}

/// Numbers of `screens/title/drawn.rs`.
pub mod title_drawn {
    /// Largest number of levels shown at once; the list scrolls.
    pub const LINES: usize = 7;
    /// Width of the texts, in units.
    pub const WIDE: f32 = 428.0;
    /// The height of the picture from which the name of the game has room above the list, in units.
    pub const TALL: f32 = 640.0;
    /// The height that the name of the game takes there, in units.
    pub const NAME: f32 = 110.0;
    /// The height that a level's numbers and the first line of its description take, in units.
    pub const ABOUT: f32 = 70.0;
    /// The heights of a line of the list and of the text below it, in units.
    pub const LIST_STEP: f32 = 42.0;
    pub const TEXT_STEP: f32 = 25.0;
    /// The baselines of the sentence below the name, of the groups and of the list without that name, in units.
    pub const SENTENCE: f32 = 36.0;
    pub const FOLDERS: f32 = 62.0;
    pub const TOP: f32 = 102.0;
}

/// Numbers of `screens/title/mod.rs`.
pub mod title {
    /// Seconds until a newly selected level is shown behind the list.
    pub const SHOW_AFTER: f64 = 0.35;
    /// Seconds between two searches for new, removed or changed levels.
    pub const LOOK_SECONDS: f64 = 0.5;
}

/// Numbers of `screens/marks/layout.rs`.
pub mod marks_layout {
    /// Half the length of a car with its ring, in metres.
    pub const REACH: f32 = 1.1;
}
