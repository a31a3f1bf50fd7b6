import type { Authorization } from '@cardwright/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { AssumptionFields } from '../../parts/decision/assumption-fields.tsx';
import classes from '../../parts/decision/what-if.module.css';
import { digitsOf } from '../../parts/rule/trace-value.ts';
import { useWords } from '../../words/language.ts';
import type { Assumptions } from './assumptions.ts';

interface FormParts {
  readonly decision: Authorization;
  readonly onSubmit: (assumed: Assumptions) => void;
  readonly isPending: boolean;
}

/** Edits the values of the message and the assumed settings. */
export function WhatIfForm({ decision, onSubmit, isPending }: FormParts) {
  const { t } = useWords();
  const [settings, assume] = useState<Assumptions['settings']>({});
  const digits = digitsOf(decision.amount);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    onSubmit({ amount: String(typed.get('amount')), category: String(typed.get('category')), settings });
  };
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
      <AssumptionFields settings={settings} assume={assume} />
      <Button type="submit" loading={isPending} className={classes.ask}>
        {t('whatIf.verb')}
      </Button>
    </form>
  );
}
