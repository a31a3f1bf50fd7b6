import { describe, expect, it } from 'vitest';
import { nameKey } from './name-key.ts';

describe('the key for comparing names', () => {
  it.each([
    ['Blue Falcon Electronics LLC', 'blue falcon electronics'],
    ['BLUE  FALCON, Electronics L.L.C.', 'blue falcon electronics'],
    ['Blue Falcon Electronics (L L C)', 'blue falcon electronics'],
    ['Blue-Falcon Electronics Co. Ltd', 'blue falcon electronics'],
    ['Café Émile & Fils SARL', 'cafe emile fils'],
    ['Cafe\u0301 E\u0301mile and Fils', 'cafe emile fils'],
    ['Joe’s Diner', 'joes diner'],
    ["Joe's Diner Inc.", 'joes diner'],
    ['J & J Foods', 'jj foods'],
    ['Straße 7 GmbH', 'strasse 7'],
    ['Store ٢٤', 'store 24'],
    ['Ｆｕｌｌ Ｗｉｄｔｈ', 'full width'],
    ['شركة الصقر الأزرق للإلكترونيات ذ.م.م', 'الصقر الازرق للالكترونيات'],
    ['الصَّقر الازرق للإلكترونيـــات ش.ذ.م.م', 'الصقر الازرق للالكترونيات'],
    ['مؤسسة النور التجارية', 'النور التجاريه'],
    ['LLC', 'llc'],
    ['---', ''],
  ])('is, for %s: %s', (name, key) => {
    expect(nameKey(name)).toBe(key);
  });

  it('differs for names with a different word', () => {
    expect(nameKey('Blue Falcon')).not.toBe(nameKey('Blue Falcons'));
  });

  it('maps each digit of another script to its own value', () => {
    expect(nameKey('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789');
    expect(nameKey('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789');
  });
});
