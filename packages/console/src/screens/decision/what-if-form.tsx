import { type Authorization, COUNTRIES_FIELD, type SettingsField } from '@cardwright/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fieldWord, LIMITS_OF_ONE, LIMITS_OF_WINDOWS, SWITCH_WORDS } from '../../parts/control-fields.ts';
import { useWords } from '../../words/language.ts';
import type { Assumed } from './assumed.ts';
import { AssumedSetting } from './assumed-setting.tsx';
import { digitsOf } from './saw-value.ts';
import classes from './what-if.module.css';

const SETTINGS: readonly SettingsField[] = [
  ...Object.keys(SWITCH_WORDS).map((name) => `${name}Status` as SettingsField),
  ...[...LIMITS_OF_WINDOWS, ...LIMITS_OF_ONE].map(({ field }) => field),
  'cardPresentAllowAnyForeign',
  COUNTRIES_FIELD,
];

interface FormParts {
  readonly decision: Authorization;
  readonly ask: (assumed: Assumed) => void;
  readonly isAsking: boolean;
}

/** Values of the message, and settings as if they were set. */
export function WhatIfForm({ decision, ask, isAsking }: FormParts) {
  const { t } = useWords();
  const [settings, assume] = useState<Assumed['settings']>({});
  const digits = digitsOf(decision.amount);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    ask({ amount: String(typed.get('amount')), category: String(typed.get('category')), settings });
  };
  const assumed = Object.entries(settings) as [SettingsField, string][];
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        name="amount"
        label={`${t('decision.amount')} (${decision.currency ?? ''})`}
        defaultValue={decision.amount ?? ''}
        inputMode="decimal"
        pattern={`\\d{1,9}(\\.\\d{1,${Math.max(digits, 1)}})?`}
        required
        dir="ltr"
      />
      <TextInput
        name="category"
        label={t('filter.mcc')}
        defaultValue={String(decision.message.Merchant_Type ?? '')}
        inputMode="numeric"
        pattern="\d{4}"
        required
        dir="ltr"
      />
      {assumed.map(([field, value]) => (
        <AssumedSetting
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
        {SETTINGS.filter((field) => settings[field] === undefined).map((field) => (
          <option key={field} value={field}>
            {t(fieldWord(field) ?? 'whatIf.setting')}
          </option>
        ))}
      </NativeSelect>
      <Button type="submit" loading={isAsking} className={classes.ask}>
        {t('whatIf.ask')}
      </Button>
    </form>
  );
}
