//! How the timeline looks: its style sheet, and the pattern that makes each state's bar its own.

use super::palette::hue;

/// The page's colour where the drawing is inlined; its own only as a document of its own (`:root`).
pub(crate) const STYLE: &str = "\
.journal{font:13px system-ui,sans-serif}\
.journal text{fill:currentColor}\
.journal .t{font-size:15px;font-weight:600}\
.journal .x{text-anchor:middle;font-size:11px;opacity:.75}\
.journal .n{text-anchor:end}\
.journal .b{fill:#fff;stroke-width:4;stroke-linejoin:round;paint-order:stroke;font-size:11px;pointer-events:none}\
.journal .g{stroke:currentColor;stroke-opacity:.18}\
.journal .m{fill:currentColor;stroke:none}\
svg.journal:root{color:#24292f;background:#fff}\
@media(prefers-color-scheme:dark){svg.journal:root{color:#e6e6e6;background:#16191d}}";

/// White strokes on the hue, on a tile of 8 × 8; none for the first, as most journals have one state that matters.
const STROKES: [&str; 8] = [
    "",
    "M-2 2 2-2M0 8 8 0M6 10 10 6",
    "M0 2H8M0 6H8",
    "M2 0V8M6 0V8",
    "M-2 6 2 10M0 0 8 8M6-2 10 2",
    "M4 3.5v1M0 0v.5M8 0v.5M0 7.5V8M8 7.5V8",
    "M0 4H8M4 0V8",
    "M0 0 8 8M0 8 8 0",
];

/// The definition of the pattern of the `number`th state, called `id`.
pub(crate) fn pattern(id: &str, number: usize) -> String {
    let hex = hue(number).hex;
    // Past eight, colours come round again, but with another pattern: sixty-four pairs.
    let strokes = STROKES[(number + number / STROKES.len()) % STROKES.len()];
    format!(
        "<pattern id=\"{id}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">\
         <rect width=\"8\" height=\"8\" fill=\"{hex}\"/>\
         <path d=\"{strokes}\" stroke=\"#fff\" stroke-opacity=\".38\" stroke-width=\"1.5\"/>\
         </pattern>\n"
    )
}
