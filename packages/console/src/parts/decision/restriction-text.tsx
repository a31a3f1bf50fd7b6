import { useWords } from '../../words/language.ts';
import { RESTRICTION_WORDS } from '../rule/restriction-words.ts';
import { countryName, splitCountries } from '../value/countries.ts';
import type { RestrictionAssumption } from './restriction-assumption.ts';

/** Describes a restriction of every card in one line. */
export function RestrictionText({ of }: { of: RestrictionAssumption }) {
  const { t, locale } = useWords();
  const names = splitCountries(of.allowed_values ?? '').map((code) => countryName(code, locale));
  const countries = names.length === 0 ? '' : ` (${new Intl.ListFormat(locale, { type: 'unit' }).format(names)})`;
  return (
    <>
      {t(RESTRICTION_WORDS[of.restriction_type] ?? 'whatIf.restriction')}
      {countries}: {t(of.isAllowed ? 'status.allowed' : 'status.forbidden')}
    </>
  );
}
