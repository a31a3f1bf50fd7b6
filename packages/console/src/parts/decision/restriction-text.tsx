import { useWords } from '../../words/language.ts';
import { RESTRICTION_WORDS } from '../rule/restriction-words.ts';
import { countryName, listedCountries } from '../value/countries.ts';
import type { AssumedRestriction } from './restriction-assumption.ts';

/** A restriction of every card in one line. */
export function RestrictionInWords({ of }: { of: AssumedRestriction }) {
  const { t, locale } = useWords();
  const names = listedCountries(of.allowed_values ?? '').map((code) => countryName(code, locale));
  const countries = names.length === 0 ? '' : ` (${new Intl.ListFormat(locale, { type: 'unit' }).format(names)})`;
  return (
    <>
      {t(RESTRICTION_WORDS[of.restriction_type] ?? 'whatIf.restriction')}
      {countries}: {t(of.isAllowed ? 'status.allowed' : 'status.forbidden')}
    </>
  );
}
