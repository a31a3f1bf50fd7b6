import type { SettingsField } from '@cardwright/contract';
import type { ReactNode } from 'react';
import { fieldWord } from '../../parts/control-fields.ts';
import { countryName, listedCountries } from '../../parts/countries.ts';
import { Money } from '../../parts/money.tsx';
import { Time } from '../../parts/time.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import type { Difference } from './draft.ts';

/** One field as it was and as it will be, in words. */
export function DifferenceWords({ of: { field, was, willBe }, currency }: { of: Difference; currency: string }) {
  const { t } = useWords();
  const word = fieldWord(field);
  const isTime = field.endsWith('OnUntil');
  return (
    <>
      {word === undefined ? field : t(word)}
      {isTime && ` (${t('difference.time')})`}
      {': '}
      {was !== undefined && (
        <>
          <ValueWords field={field} value={was} currency={currency} />
          {' → '}
        </>
      )}
      <strong>
        <ValueWords field={field} value={willBe} currency={currency} />
      </strong>
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

function ValueWords({ field, value, currency }: { field: SettingsField; value: string; currency: string }): ReactNode {
  const { t, locale } = useWords();
  const known = VALUES[value];
  if (known !== undefined) return t(known);
  if (value === '') return t(/limit/i.test(field) ? 'limits.none' : 'difference.nothing');
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return <Time at={value} />;
  if (/^\d+(\.\d+)?$/.test(value)) return <Money amount={value} currency={currency} />;
  const names = listedCountries(value).map((code) => countryName(code, locale));
  return <bdi>{new Intl.ListFormat(locale, { type: 'unit' }).format(names)}</bdi>;
}
