import { COUNTRIES_FIELD, type SettingsField } from '@cardwright/contract';
import { NativeSelect } from '@mantine/core';
import { useWords } from '../../words/language.ts';
import { fieldWord, PERIOD_LIMITS, SWITCH_WORDS, TRANSACTION_LIMITS } from '../value/setting-fields.ts';
import { SettingAssumptionField } from './setting-assumption-field.tsx';

/** Settings that are assumed to be set. */
export type Assumption = Readonly<Partial<Record<SettingsField, string>>>;

/** The settings that a simulation can assume. */
export const ASSUMABLE_SETTINGS: readonly SettingsField[] = [
  ...Object.keys(SWITCH_WORDS).map((name) => `${name}Status` as SettingsField),
  ...[...PERIOD_LIMITS, ...TRANSACTION_LIMITS].map(({ field }) => field),
  'cardPresentAllowAnyForeign',
  COUNTRIES_FIELD,
];

interface SettingsParts {
  readonly settings: Assumption;
  readonly assume: (settings: Assumption) => void;
}

/** Edits assumed settings, and adds another one. */
export function AssumptionFields({ settings, assume }: SettingsParts) {
  const { t } = useWords();
  const assumed = Object.entries(settings) as [SettingsField, string][];
  return (
    <>
      {assumed.map(([field, value]) => (
        <SettingAssumptionField
          key={field}
          field={field}
          value={value}
          onChange={(next) => assume({ ...settings, [field]: next })}
          onRemove={() => assume(Object.fromEntries(assumed.filter(([name]) => name !== field)))}
        />
      ))}
      <NativeSelect
        label={t('whatIf.setting')}
        value=""
        onChange={(event) => {
          const field = event.currentTarget.value as SettingsField;
          assume({ ...settings, [field]: field.endsWith('Status') ? 'OFF' : '' });
        }}
      >
        <option value="">{t('whatIf.choose')}</option>
        {ASSUMABLE_SETTINGS.filter((field) => settings[field] === undefined).map((field) => (
          <option key={field} value={field}>
            {t(fieldWord(field) ?? 'whatIf.setting')}
          </option>
        ))}
      </NativeSelect>
    </>
  );
}

/** Formats assumptions for an address: `ecomStatus=OFF;dailyLimit=100`. */
export function formatAssumption(settings: Assumption): string {
  return Object.entries(settings)
    .map(([field, value]) => `${field}=${value}`)
    .join(';');
}

/** Parses assumptions from an address. Unknown settings are ignored, because people can edit an address by hand. */
export function parseAssumption(text = ''): Assumption {
  const known: readonly string[] = ASSUMABLE_SETTINGS;
  const pairs = text
    .split(';')
    .map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const);
  return Object.fromEntries(pairs.filter(([field]) => known.includes(field)));
}
