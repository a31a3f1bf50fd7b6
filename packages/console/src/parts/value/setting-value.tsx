import { COUNTRIES_FIELD, type SettingsField } from '@cardwright/contract';
import type { ReactNode } from 'react';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { countryName, splitCountries } from './countries.ts';
import { Money } from './money.tsx';
import { fieldWord } from './setting-fields.ts';
import { Time } from './time.tsx';

/** The name of a settings field, marked if the field is a time. */
export function SettingName({ field }: { field: SettingsField }) {
  const { t } = useWords();
  const word = field === COUNTRIES_FIELD ? 'abroad.listed' : fieldWord(field);
  return (
    <>
      {word === undefined ? field : t(word)}
      {field.endsWith('OnUntil') && ` (${t('difference.time')})`}
    </>
  );
}

const VALUES: Readonly<Record<string, WordKey>> = {
  ON: 'switch.on',
  OFF: 'switch.off',
  ON_FOR_ONE: 'switch.onForOne',
  ON_UNTIL: 'switch.onUntil',
  true: 'abroad.yes',
  false: 'abroad.no',
};

interface ValueParts {
  readonly field: SettingsField;
  readonly value: string;
  /** The currency of its amounts. Null if they apply to several accounts. */
  readonly currency: string | null;
}

/** Describes the value of a settings field. */
export function SettingValue({ field, value, currency }: ValueParts): ReactNode {
  const { t, locale } = useWords();
  const known = VALUES[value];
  if (known !== undefined) return t(known);
  if (value === '') return t(/limit/i.test(field) ? 'limits.none' : 'difference.nothing');
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return <Time at={value} />;
  if (/^\d+(\.\d+)?$/.test(value)) return <Money amount={value} currency={currency} />;
  if (field !== COUNTRIES_FIELD) return <bdi>{value}</bdi>;
  const names = splitCountries(value).map((code) => countryName(code, locale));
  return <bdi>{new Intl.ListFormat(locale, { type: 'unit' }).format(names)}</bdi>;
}
