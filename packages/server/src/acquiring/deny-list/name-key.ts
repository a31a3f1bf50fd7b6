import { normalizeWords } from '../../platform/kernel/text/normalize-words.ts';
import { skeletonOf } from './look-alikes.ts';

/** Legal forms, which do not distinguish companies, as `words` returns them. */
const LEGAL_FORMS = new Set(
  [
    'llc llp lp ltd limited plc inc incorporated corp corporation co company cos est establishment',
    'fze fzc fzco fz fzllc dmcc pjsc psc pvt private wll bsc spc jsc ojsc cjsc gmbh ag kg ohg ug se sa sas sarl srl',
    'spa bv nv ab as asa oy oyj aps kk pte pty proprietorship sole',
    // شركة مؤسسة ذ.م.م ش.ذ.م.م م.م.ح ش.م.ع ش.م.ح المحدوده محدوده ذات مسووليه
    'شركه موسسه ذمم شذمم ممح شمع شمح شمخ المحدوده محدوده ذات مسيوليه مسووليه',
  ]
    .join(' ')
    .split(' '),
);

const LEGAL_FORM_VARIANTS = new Set([...LEGAL_FORMS].map(skeletonOf));

/**
 * Returns the key by which names are compared: the name without case, accents, vowel signs, punctuation and legal form.
 * The key is empty for a name without letters and digits; an empty key matches nothing.
 */
export function nameKey(name: string): string {
  const all = words(name);
  const significant = all.filter((word) => !LEGAL_FORM_VARIANTS.has(skeletonOf(word)));
  // A name that consists of legal forms uses them as its key.
  return (significant.length > 0 ? significant : all).join(' ');
}

/** Splits a name into words. Leaves out `and`, because an ampersand only separates words. */
function words(name: string): string[] {
  return joinInitials(normalizeWords(name).filter((word) => word !== 'and'));
}

/** Makes L.L.C., L L C and LLC equal. */
function joinInitials(all: readonly string[]): string[] {
  const joined: string[] = [];
  let initials = '';
  const flush = () => {
    if (initials !== '') joined.push(initials);
    initials = '';
  };
  for (const word of all) {
    if ([...word].length === 1 && !/\p{N}/u.test(word)) initials += word;
    else {
      flush();
      joined.push(word);
    }
  }
  flush();
  return joined;
}
