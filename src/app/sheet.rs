//! The egui part of a picture: the pen of screens with lists, menus and fields, and the widgets that they use. egui
//! lays out, scrolls, takes the pointer and the typed letters; the selection is the screen's own, so that keys and
//! gamepads move it too.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use egui::epaint::TextShape;
use egui::scroll_area::{ScrollArea, ScrollBarVisibility};
use egui::style::ScrollStyle;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Color32, Context, CornerRadius, Event, FontId, Galley, Id, Key, LayerId, Order, Rect, Sense,
    Shape, Stroke, StrokeKind, TextEdit, UiBuilder, pos2, vec2,
};
use glam::Vec2;
use macroquad::color::Color;

use crate::app::area::Area;
use crate::app::glyphs::TextExtent;
use crate::app::ink;
use crate::app::params::window::pen::{LARGEST_LETTER, SMALLEST_GLYPH};
use crate::app::params::{SCROLL_BAR_GAP, SCROLL_BAR_WIDTH, TEXT_CURSOR};
use crate::app::pen::{Letters, Pen};
use crate::app::scrolling::first_shown;
use crate::app::spots::{Spot, Spots};

/// A layer of egui's picture. All lengths are in pixels.
pub struct Sheet {
    egui: egui::Ui,
    spots: Rc<Spots>,
    /// The spots added so far, which number equal ones.
    added: RefCell<Vec<Spot>>,
}

/// A list of rows of one height that scrolls.
#[derive(Debug, Clone, Copy)]
pub struct List {
    /// A name that no other list of the screen has.
    pub name: &'static str,
    /// The area of the rows and, at its right edge, of the scroll bar.
    pub area: Area,
    /// The distance between two rows.
    pub step: f32,
    pub count: usize,
    /// The row that comes to the top of the area when another one is selected or the list has another length.
    pub first: usize,
    pub selected: usize,
}

impl List {
    /// Creates a list with a row in the middle of the area, unless the list begins or ends there.
    pub fn around(
        name: &'static str,
        area: Area,
        step: f32,
        (selected, count): (usize, usize),
    ) -> Self {
        let rows = (area.size().y / step).round() as usize;
        List {
            name,
            area,
            step,
            count,
            first: first_shown(selected, rows, count),
            selected,
        }
    }
}

/// The text of a field.
#[derive(Debug, Default)]
pub struct FieldText {
    pub text: String,
    /// True until the field is drawn for the first time: it then selects the text, and takes letters from the next
    /// frame on.
    pub is_new: bool,
    /// True if the text was changed.
    pub is_changed: bool,
}

/// A key that ended the input of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldEnd {
    Enter,
    Escape,
}

impl Sheet {
    /// Starts the lowest layer. Clicks on its spots are told to `spots`.
    pub fn new(context: &Context, spots: Rc<Spots>) -> Self {
        Sheet::of_layer(context, Order::Middle, spots)
    }

    fn of_layer(context: &Context, order: Order, spots: Rc<Spots>) -> Self {
        let id = Id::new(("sheet", order));
        let builder = UiBuilder::new().layer_id(LayerId::new(order, id));
        Sheet {
            egui: egui::Ui::new(context.clone(), id, builder),
            spots,
            added: RefCell::default(),
        }
    }

    /// Starts a layer over this one, of which nothing reacts from now on.
    pub fn above(&self) -> Sheet {
        let order = match self.egui.layer_id().order {
            Order::Background | Order::Middle => Order::Foreground,
            _ => Order::Tooltip,
        };
        let above = Sheet::of_layer(self.egui.ctx(), order, Rc::clone(&self.spots));
        let all = above.egui.max_rect();
        let id = above.egui.id().with("cover");
        above.egui.interact(all, id, Sense::CLICK | Sense::DRAG);
        above
    }

    /// A child in an area, clipped to it.
    fn child(&self, name: &str, rect: Rect) -> egui::Ui {
        let builder = UiBuilder::new().layer_id(self.egui.layer_id());
        let id = self.egui.id().with(name);
        egui::Ui::new(self.egui.ctx().clone(), id, builder.max_rect(rect))
    }

    fn pixels_per_point(&self) -> f32 {
        self.egui.ctx().pixels_per_point()
    }

    fn position(&self, at: Vec2) -> egui::Pos2 {
        let at = at / self.pixels_per_point();
        pos2(at.x, at.y)
    }

    fn rect(&self, area: Area) -> Rect {
        Rect::from_min_max(self.position(area.low), self.position(area.high))
    }

    /// Adds a clickable area. Returns true if the pointer is on it.
    pub fn spot(&self, area: Area, spot: Spot) -> bool {
        let mut added = self.added.borrow_mut();
        let before = added.iter().filter(|one| **one == spot).count();
        added.push(spot);
        let id = self.egui.id().with((spot, before));
        let response = self.egui.interact(self.rect(area), id, Sense::CLICK);
        let moved = self
            .egui
            .input(|input| input.pointer.delta() != egui::Vec2::ZERO);
        if response.clicked() {
            self.spots.give(spot, true);
        } else if response.hovered() && moved {
            self.spots.give(spot, false);
        }
        response.hovered()
    }

    /// Shows the rows of a list that are in view: `row` draws one in its area. `zoom` is the size of the letters as a
    /// factor, which the scroll bar has too.
    pub fn list(&self, list: &List, zoom: f32, mut row: impl FnMut(&Rc<Sheet>, usize, Area)) {
        let scale = self.pixels_per_point();
        let mut child = self.child(list.name, self.rect(list.area));
        let visuals = child.visuals_mut();
        visuals.extreme_bg_color = color(ink::fade(ink::CREAM, 0.15));
        for widget in [
            &mut visuals.widgets.inactive,
            &mut visuals.widgets.hovered,
            &mut visuals.widgets.active,
        ] {
            widget.corner_radius = CornerRadius::ZERO;
            widget.fg_stroke.color = color(ink::GOLD);
        }
        child.spacing_mut().scroll = ScrollStyle {
            bar_width: SCROLL_BAR_WIDTH * zoom,
            bar_inner_margin: SCROLL_BAR_GAP * zoom,
            bar_outer_margin: 0.0,
            foreground_color: true,
            ..ScrollStyle::solid()
        };
        let step = list.step / scale;
        let mut area = ScrollArea::vertical()
            .id_salt(list.name)
            .scroll_bar_visibility(
                match step * list.count as f32 > list.area.size().y / scale {
                    true => ScrollBarVisibility::AlwaysVisible,
                    false => ScrollBarVisibility::AlwaysHidden,
                },
            )
            .auto_shrink(false)
            .drag_to_scroll(false);
        if self.is_news(list) {
            area = area.vertical_scroll_offset(step * list.first as f32);
        }
        area.show_viewport(&mut child, |child, seen| {
            child.set_height(step * list.count as f32);
            let top = child.max_rect().min;
            let mut rows = self.child("rows", child.clip_rect());
            rows.set_clip_rect(child.clip_rect());
            let rows = Rc::new(Sheet {
                egui: rows,
                spots: Rc::clone(&self.spots),
                added: RefCell::default(),
            });
            let first = (seen.min.y / step).floor().max(0.0) as usize;
            let end = ((seen.max.y / step).ceil() as usize).min(list.count);
            for index in first..end {
                let corner = top + vec2(0.0, step * index as f32);
                let corner = Vec2::new(corner.x, corner.y) * scale;
                let size = Vec2::new(child.max_rect().width() * scale, list.step);
                row(&rows, index, Area::of(corner, size));
            }
        });
    }

    /// True if another row is selected than in the last frame, or if the list has another length.
    fn is_news(&self, list: &List) -> bool {
        let id = self.egui.id().with(("selected", list.name));
        let now = (list.first, list.selected, list.count);
        let before = self.egui.data_mut(|data| {
            let before = data.get_temp::<(usize, usize, usize)>(id);
            data.insert_temp(id, now);
            before
        });
        before != Some(now)
    }

    /// Shows a field for a line of text of at most `longest` letters for which `allowed` is true, which has the
    /// keyboard. Returns the key that ends the input.
    pub fn field(
        &self,
        field: &mut FieldText,
        area: Area,
        letters: f32,
        (allowed, longest): (fn(char) -> bool, usize),
    ) -> Option<FieldEnd> {
        let id = self.egui.id().with("field");
        let mut child = self.child("of field", self.rect(area));
        let visuals = child.visuals_mut();
        visuals.selection.bg_fill = color(ink::fade(ink::CORAL, 0.6));
        visuals.text_cursor.stroke = Stroke::new(TEXT_CURSOR, color(ink::CREAM));
        child.input_mut(|input| {
            for event in &mut input.events {
                if let Event::Text(text) | Event::Paste(text) = event {
                    text.retain(allowed);
                }
            }
        });
        if field.is_new {
            let mut state = TextEditState::default();
            let all = CCursorRange::two(CCursor::new(0), CCursor::new(field.text.chars().count()));
            state.cursor.set_char_range(Some(all));
            state.store(child.ctx(), id);
        }
        let edit = TextEdit::singleline(&mut field.text)
            .id(id)
            .font(self.font(letters))
            .text_color(color(ink::CREAM))
            .char_limit(longest)
            .frame(false)
            .margin(0.0)
            .desired_width(f32::INFINITY);
        let response = child.add(edit);
        field.is_changed |= response.changed();
        let pressed = |key| child.input(|input| input.key_pressed(key));
        let end = match response.lost_focus() {
            true if pressed(Key::Enter) => Some(FieldEnd::Enter),
            true if pressed(Key::Escape) => Some(FieldEnd::Escape),
            _ => None,
        };
        if end.is_none() {
            child.memory_mut(|memory| memory.request_focus(id));
        }
        field.is_new = false;
        end
    }

    fn font(&self, size: f32) -> FontId {
        let whole = size.round().clamp(SMALLEST_GLYPH, LARGEST_LETTER);
        FontId::proportional(whole / self.pixels_per_point())
    }

    fn galley(&self, text: &str, letters: Letters) -> Arc<Galley> {
        let font = self.font(letters.size);
        let painter = self.egui.painter();
        painter.layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER)
    }
}

impl Pen for Sheet {
    fn extent(&self, text: &str, letters: Letters) -> TextExtent {
        let galley = self.galley(text, letters);
        let glyphs = galley.rows.first().map_or(&[][..], |row| &row.glyphs);
        let scale = self.pixels_per_point();
        let mut extent = TextExtent::default();
        for glyph in glyphs {
            let top = -glyph.uv_rect.offset.y * scale;
            extent.width = glyph.max_x() * scale;
            extent.top = extent.top.max(top);
            extent.bottom = extent.bottom.min(top - glyph.uv_rect.size.y * scale);
        }
        extent
    }

    fn text(&self, text: &str, at: Vec2, letters: Letters, ink: Color) {
        let galley = self.galley(text, letters);
        let glyphs = galley.rows.first().map_or(&[][..], |row| &row.glyphs);
        let Some(base) = glyphs.first().map(|glyph| glyph.pos.y) else {
            return;
        };
        let lean = letters.lean.unwrap_or(0.0);
        let up = egui::emath::Rot2::from_angle(lean) * vec2(0.0, base);
        let shape = TextShape::new(self.position(at) - up, galley, color(ink));
        self.egui.painter().add(shape.with_angle(lean));
    }

    fn fill(&self, at: Vec2, size: Vec2, fill: Color) {
        let rect = self.rect(Area::of(at, size));
        self.egui.painter().rect_filled(rect, 0.0, color(fill));
    }

    fn frame(&self, at: Vec2, size: Vec2, width: f32, line: Color) {
        let rect = self.rect(Area::of(at, size));
        let stroke = Stroke::new(width / self.pixels_per_point(), color(line));
        self.egui
            .painter()
            .rect_stroke(rect, 0.0, stroke, StrokeKind::Inside);
    }

    fn line(&self, from: Vec2, to: Vec2, width: f32, line: Color) {
        let ends = [self.position(from), self.position(to)];
        let stroke = Stroke::new(width / self.pixels_per_point(), color(line));
        self.egui.painter().line_segment(ends, stroke);
    }

    fn triangle(&self, corners: [Vec2; 3], fill: Color) {
        let corners = corners.map(|corner| self.position(corner));
        let shape = Shape::convex_polygon(corners.to_vec(), color(fill), Stroke::NONE);
        self.egui.painter().add(shape);
    }
}

/// A colour as egui needs it, blended as the canvas blends it.
fn color(of: Color) -> Color32 {
    let part = |share: f32| (share * of.a * 255.0).round() as u8;
    let alpha = (of.a * 255.0).round() as u8;
    Color32::from_rgba_premultiplied(part(of.r), part(of.g), part(of.b), alpha)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::{Command, Presses};
    use crate::app::panels::apply;
    use egui::{Modifiers, PointerButton, RawInput};

    /// A picture without a window.
    struct Desk {
        context: Context,
        spots: Rc<Spots>,
    }

    impl Desk {
        fn new() -> Self {
            let context = Context::default();
            // egui's own fonts are left out.
            apply(&context);
            Desk {
                context,
                spots: Rc::default(),
            }
        }

        /// Shows a picture after some events, and returns the presses that they gave.
        fn show(&self, events: Vec<Event>, mut show: impl FnMut(&Sheet)) -> Presses {
            let input = RawInput {
                screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 400.0))),
                events,
                ..RawInput::default()
            };
            let _ = self.context.run(input, |context| {
                show(&Sheet::new(context, Rc::clone(&self.spots)));
            });
            let mut presses = Presses::default();
            self.spots.use_given(&mut presses);
            presses
        }

        fn click(&self, x: f32, y: f32, mut show: impl FnMut(&Sheet)) -> Presses {
            let pos = pos2(x, y);
            let button = |pressed| Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            self.show(vec![Event::PointerMoved(pos)], &mut show);
            self.show(vec![button(true)], &mut show);
            self.show(vec![button(false)], &mut show)
        }
    }

    fn area(x: f32, y: f32, wide: f32, high: f32) -> Area {
        Area::of(Vec2::new(x, y), Vec2::new(wide, high))
    }

    #[test]
    fn a_click_gives_the_spot_that_lies_on_top_and_none_below_another_layer() {
        let desk = Desk::new();
        let buttons = |sheet: &Sheet| {
            sheet.spot(area(0.0, 0.0, 100.0, 20.0), Spot::Line(2));
            sheet.spot(area(50.0, 0.0, 50.0, 20.0), Spot::Command(Command::Mode));
        };
        desk.show(Vec::new(), buttons);
        let presses = desk.click(10.0, 10.0, buttons);
        assert_eq!(presses.picked(), Some(2));
        let presses = desk.click(60.0, 10.0, buttons);
        assert!(presses.has(Command::Mode) && presses.picked().is_none());
        let covered = |sheet: &Sheet| {
            buttons(sheet);
            let above = sheet.above();
            above.spot(area(0.0, 100.0, 100.0, 20.0), Spot::Line(0));
        };
        desk.show(Vec::new(), covered);
        assert_eq!(desk.click(10.0, 10.0, covered).picked(), None);
        assert_eq!(desk.click(10.0, 110.0, covered).picked(), Some(0));
    }

    #[test]
    fn the_pointer_points_at_a_spot_only_while_it_moves() {
        let desk = Desk::new();
        let button = |sheet: &Sheet| {
            sheet.spot(area(0.0, 0.0, 100.0, 20.0), Spot::Line(2));
        };
        desk.show(Vec::new(), button);
        let to = |x| vec![Event::PointerMoved(pos2(x, 10.0))];
        desk.show(to(5.0), button);
        assert_eq!(desk.show(to(9.0), button).pointed(), Some(2));
        assert_eq!(desk.show(Vec::new(), button).pointed(), None);
    }

    #[test]
    fn a_list_has_its_selected_row_in_view_and_draws_only_rows_in_view() {
        let desk = Desk::new();
        let rows = |selected: usize| {
            let mut seen = Vec::new();
            for _ in 0..3 {
                seen.clear();
                desk.show(Vec::new(), |sheet| {
                    let place = area(0.0, 0.0, 200.0, 100.0);
                    let list = List::around("rows", place, 20.0, (selected, 50));
                    sheet.list(&list, 1.0, |_, index, area| seen.push((index, area.low.y)));
                });
            }
            seen
        };
        let first: Vec<usize> = rows(0).into_iter().map(|(index, _)| index).collect();
        assert_eq!(first, [0, 1, 2, 3, 4]);
        let middle = rows(30);
        assert!(middle.contains(&(30, 40.0)), "{middle:?}");
        assert!(rows(49).contains(&(49, 80.0)));
    }

    /// Shows a field for letters until the events are over; returns its text and the key that ended the input.
    fn typed(text: &str, events: Vec<Event>) -> (String, Option<FieldEnd>) {
        let desk = Desk::new();
        let mut field = FieldText {
            text: text.to_owned(),
            is_new: true,
            is_changed: false,
        };
        let mut end = None;
        for events in [Vec::new(), events] {
            desk.show(events, |sheet| {
                let place = area(0.0, 0.0, 200.0, 30.0);
                end = sheet.field(&mut field, place, 20.0, (char::is_alphabetic, 5));
            });
        }
        (field.text, end)
    }

    fn key(key: Key) -> Event {
        Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        }
    }

    #[test]
    fn the_first_letter_replaces_an_offered_name_and_others_than_allowed_change_nothing() {
        let letters = |text: &str| Event::Text(text.to_owned());
        assert_eq!(typed("ice", vec![letters("/")]), ("ice".to_owned(), None));
        assert_eq!(typed("ice", vec![key(Key::Backspace)]).0, "");
        assert_eq!(typed("ice", vec![letters("a"), letters("b1")]).0, "ab");
        assert_eq!(typed("", vec![letters("abcdefgh")]).0, "abcde");
        // Letters and the key that ends the input may come in one frame.
        let done = typed("ice", vec![letters("a"), key(Key::Enter)]);
        assert_eq!(done, ("a".to_owned(), Some(FieldEnd::Enter)));
        let left = typed("ice", vec![key(Key::Escape)]);
        assert_eq!(left, ("ice".to_owned(), Some(FieldEnd::Escape)));
    }
}
