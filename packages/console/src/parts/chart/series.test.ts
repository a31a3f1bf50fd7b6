import { describe, expect, it } from 'vitest';
import { assignColours, SERIES_COLOURS } from './series.ts';

type Rgb = readonly [number, number, number];

const linear = (hex: string): Rgb => {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
};

/** Simulates color blindness of one cone type (Viénot, Brettel and Mollon 1999), in linear light. */
const SEEN: Readonly<Record<string, (colour: Rgb) => Rgb>> = {
  'by most people': (colour) => colour,
  'without red': ([red, green, blue]) => {
    const both = 0.11238 * red + 0.88762 * green;
    return [both, both, 0.00401 * red - 0.00401 * green + blue];
  },
  'without green': ([red, green, blue]) => {
    const both = 0.29275 * red + 0.70725 * green;
    return [both, both, -0.02234 * red + 0.02234 * green + blue];
  },
};

const lightnessOf = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Converts to OKLab, whose distances approximate perceived differences. */
const lab = ([red, green, blue]: Rgb): Rgb => {
  const cones = [
    Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue),
    Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue),
    Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue),
  ] as const;
  const [long, middle, short] = cones;
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
};
const apart = (one: Rgb, other: Rgb) => Math.hypot(...lab(one).map((value, at) => value - (lab(other)[at] ?? 0)));

describe('the colors of charts', () => {
  const grounds = { light: '#ffffff', dark: '#1b1e24' } as const;
  for (const scheme of ['light', 'dark'] as const) {
    const colours = Object.entries(SERIES_COLOURS).map(([name, both]) => [name, linear(both[scheme])] as const);

    it(`have enough contrast with the background, ${scheme}`, () => {
      const ground = lightnessOf(linear(grounds[scheme]));
      const weak = colours.filter(([, colour]) => contrast(lightnessOf(colour), ground) < 3).map(([name]) => name);
      expect(weak).toEqual([]);
    });

    it.each(Object.keys(SEEN))(`can be distinguished %s, ${scheme}`, (eyes) => {
      const see = SEEN[eyes] ?? ((colour) => colour);
      const close = colours.flatMap(([name, colour], at) =>
        colours
          .slice(at + 1)
          .filter(([, other]) => apart(see(colour), see(other)) < 0.12)
          .map(([other, tone]) => `${name} ${other} ${apart(see(colour), see(tone)).toFixed(3)}`),
      );
      expect(close).toEqual([]);
    });
  }

  it('belong to words: the same word has the same color, whichever words are next to it', () => {
    expect(assignColours(['INSUFFICIENT_FUNDS', 'ECOM_OFF'])).toEqual(['orange', 'blue']);
    expect(assignColours(['ECOM_OFF', 'DAILY_LIMIT', 'INSUFFICIENT_FUNDS'])).toEqual(['blue', 'purple', 'orange']);
    expect(new Set(assignColours(['a', 'e', 'i', 'm'])).size).toBe(4);
  });
});
