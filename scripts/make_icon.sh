#!/usr/bin/env bash
# Draws the icon by the game itself: a car at the fair, cut out and with round corners.
#
#   scripts/make_icon.sh target/release/dodgem     writes assets/icon/dodgem-48.png and -256.png
#
# It needs a display and ImageMagick; the pictures are kept, so that packages are made without either.
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/icon.ron" <<'LEVEL'
(
    name: "Icon",
    mode: Free,
    arena: Rectangle(width: 60, depth: 60),
    mood: (floor: Plates, crowd: 0),
    cars: [(driver: Player, position: (0, 0), paint: "#e03a2f")],
)
LEVEL
"$program" shot "$folder/icon.ron" --at 1 --camera side --size 1440x1440 --out "$folder/shot.png"
mkdir -p assets/icon
for size in 48 256; do
    corner=$((size / 6))
    convert "$folder/shot.png" -gravity center -crop 480x480-10-10 +repage -resize "${size}x$size" -unsharp 0x1 \
        \( -size "${size}x$size" xc:none -fill white \
        -draw "roundrectangle 0,0,$((size - 1)),$((size - 1)),$corner,$corner" \) \
        -compose CopyOpacity -composite -define png:exclude-chunks=date,time -strip "assets/icon/dodgem-$size.png"
done
