/** Returns a generator of the same pseudo-random numbers in every run of the tests. */
function sequence(): (below: number) => number {
  let state = 20_261_120;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Returns texts of one form, in which `#` stands for any digit. */
export function samples(form: string, count = 100): string[] {
  const next = sequence();
  return Array.from({ length: count }, () => form.replace(/#/g, () => String(next(10))));
}

/** Replaces the digits of a text by Arabic-Indic ones. */
export function arabic(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
}
