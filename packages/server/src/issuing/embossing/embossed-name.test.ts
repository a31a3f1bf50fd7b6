import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embossedName } from './embossed-name.ts';

describe('the embossed name', () => {
  it.each([
    ['José Núñez-Weiß', 'JOSE NUNEZ-WEISS'],
    ["Siobhán O'Connor", "SIOBHAN O'CONNOR"],
    ['Ö’Brien–Smith', "O'BRIEN-SMITH"],
    ['Łukasz Þór Æsir', 'LUKASZ THOR AESIR'],
    ['  John \t  Smith ', 'JOHN SMITH'],
    ['محمد بن راشد', 'MHMD BN RASHD'],
    ['فاطمة الزهراء', "FATMA ALZHRA'"],
    ['عبد الله علي', 'ABD ALLH ALY'],
    ['Иван Петров', 'IVAN PETROV'],
    ['J. R. R. Tolkien', 'J. R. R. TOLKIEN'],
    ['SMITH/JOHN', 'SMITH/JOHN'],
    ['Anna @ Home & Co', 'ANNA HOME CO'],
    ['Sam 😀 Lee', 'SAM LEE'],
    ['محمد ٣', 'MHMD 3'],
  ])('is, for %s: %s', (name, embossed) => {
    expect(embossedName(name, 'CLIENT NAME')).toBe(embossed);
  });

  it.each([
    ['ABDULRAHMAN MOHAMMED AL-FARSI', 'ABDULRAHMAN M AL-FARSI'],
    ['MARIA DEL CARMEN GARCIA LOPEZ', 'MARIA D C GARCIA LOPEZ'],
    ['A B C D E F G H I J K L M N O', 'A B C D E F G H I J K L O'],
    ['CHRISTOPHER ALEXANDER WOLFESCHLEGELSTEIN', 'C WOLFESCHLEGELSTEIN'],
    ['CHRISTOPHER WOLFESCHLEGELSTEINHAUSENBERG', 'C WOLFESCHLEGELSTEINHAUSEN'],
    ['WOLFESCHLEGELSTEINHAUSENBERGERDORFF', 'WOLFESCHLEGELSTEINHAUSENBE'],
    ['TWENTYSIX CHARACTERS LONG!', 'TWENTYSIX CHARACTERS LONG'],
  ])('is, for the long name %s: %s', (name, embossed) => {
    expect(embossedName(name, '')).toBe(embossed);
  });

  it("is the client's name if the cardholder's cannot be embossed, and none if neither can", () => {
    expect(embossedName('★ 😀', 'Sam Client')).toBe('SAM CLIENT');
    expect(embossedName("-.'", 'Sam Client')).toBe('SAM CLIENT');
    expect(embossedName('★', '😀')).toBe(undefined);
    expect(embossedName('', '')).toBe(undefined);
  });

  it('is none, or 1 to 26 characters that can be embossed without extra blanks, for any two texts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.string({ unit: 'binary', maxLength: 30 }),
        (a, b) => {
          const name = embossedName(a, b);
          if (name === undefined) return;
          expect(name).toMatch(/^[A-Z0-9.'/-]([A-Z0-9 .'/-]{0,24}[A-Z0-9.'/-])?$/);
          expect(name).not.toContain('  ');
        },
      ),
    );
  });
});
