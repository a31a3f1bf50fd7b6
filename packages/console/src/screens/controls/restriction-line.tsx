import type { RestrictionType } from '@cardwright/contract';
import { RESTRICTION_WORDS } from '../../parts/rule/restriction-words.ts';
import { countryName, splitCountries } from '../../parts/value/countries.ts';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';
import classes from './controls.module.css';

export interface Restriction {
  readonly restriction_type: RestrictionType;
  readonly isAllowed: boolean;
  readonly end_date?: string;
  readonly allowed_values?: string;
  /** Set for a restriction of the history. */
  readonly changed_at?: string;
  readonly changed_by?: string;
}

/** Shows what is allowed or forbidden, until when, and by whom if that is known. */
export function RestrictionLine({ of }: { of: Restriction }) {
  const { t, locale } = useWords();
  const countries = splitCountries(of.allowed_values ?? '').map((code) => countryName(code, locale));
  return (
    <li className={classes.row} data-restriction={of.restriction_type}>
      <span className={classes.name}>
        {t(RESTRICTION_WORDS[of.restriction_type])}
        {countries.length > 0 && `: ${new Intl.ListFormat(locale, { type: 'unit' }).format(countries)}`}
      </span>
      <Status of={of.isAllowed ? 'ALLOWED' : 'FORBIDDEN'} />
      <div className={classes.under}>
        {of.end_date === undefined ? t('restriction.noEnd') : <EndDay day={of.end_date} />}
        {of.changed_at !== undefined && (
          <span>
            <Time at={of.changed_at} /> · <bdi>{of.changed_by}</bdi>
          </span>
        )}
      </div>
    </li>
  );
}

/** A day of the bank, without a time. */
function EndDay({ day }: { day: string }) {
  const { t, locale } = useWords();
  const formatted = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day));
  return (
    <span>
      {t('restriction.lastDay')} <time dateTime={day}>{formatted}</time>
    </span>
  );
}
