export interface DemoColor {
  readonly federatedId: string;
  readonly name: string;
  /** Six digits, without #. */
  readonly hex: string;
  readonly tone: string;
}

const tones: Readonly<Record<string, string>> = {
  Neutral:
    "Black 111111, Ink 1b1f2a, Charcoal 36393d, Graphite 4b4f54, Slate 6b7280, Silver Grey b8bcc2, Fog d9dcdf, Off White f6f3ec, Optic White fdfdfd, Ecru efe6d2, Chalk f1efe9",
  Brown:
    "Sand d8c3a0, Camel c19a6b, Tobacco 8b5e34, Cognac 9a4b1f, Chestnut 6f3b26, Espresso 3b2820, Taupe 8f8377, Mushroom b3a596, Walnut 5a4233",
  Blue: "Navy 1c2a4a, Midnight 131b33, Indigo 2b3a67, Denim Blue 4a6a95, Cobalt 1f47b5, Sky 9cc4e4, Ice Blue d3e6ef, Petrol 12505b, Teal 1f7a7a",
  Green:
    "Forest 1f3d2b, Bottle Green 123524, Olive 6b6b3a, Khaki 8a8560, Sage a3b18a, Pistachio c5d8a4, Emerald 1d7a55, Mint bfe3d0",
  Red: "Bordeaux 5e1a2b, Burgundy 70162b, Cherry a51c30, Scarlet c8242f, Brick 9c4434, Rust b0522d, Terracotta c4693f",
  Pink: "Dusty Rose c79a9a, Blush eccbc4, Fuchsia c2357a, Coral f0735f, Mauve 9d7b93, Lilac c3b1dd, Plum 5b2a52, Aubergine 3c1f3a",
  Yellow:
    "Mustard c9992b, Saffron e4a824, Butter f5e3a1, Ochre b9802f, Apricot f3b27a, Burnt Orange c65a1e, Tangerine f08a34, Lemon f4df52",
};

/** Sixty colors of a fashion house. */
export const palette: readonly DemoColor[] = Object.entries(tones)
  .flatMap(([tone, colors]) => colors.split(", ").map((color) => ({ tone, color })))
  .map(({ tone, color }, index) => ({
    federatedId: `WEFT-C${String(index + 1).padStart(2, "0")}`,
    name: color.slice(0, -7),
    hex: color.slice(-6),
    tone,
  }));

export const toneNames: readonly string[] = Object.keys(tones);
