import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import classes from '../../parts/decision/what-if.module.css';
import { PAN_SOURCE_WORDS, TOKEN_TYPE_WORDS } from '../../parts/provisioning/provisioning-words.ts';
import { parseQuery } from '../../search/parse-query.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import type { RequestDraft } from './request-draft.ts';

interface FormParts {
  readonly first: RequestDraft;
  /** Whether the card can be chosen. That of a real request cannot. */
  readonly hasCard: boolean;
  readonly isPending: boolean;
  readonly onSubmit: (draft: RequestDraft) => void;
}

const SCORES = ['1', '2', '3', '4', '5'];

/** Edits a hypothetical request for a token. */
export function RequestForm({ first, hasCard, isPending, onSubmit }: FormParts) {
  const { t, locale } = useWords();
  const [isRefused, refuse] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]),
    );
    const draft = { ...first, ...typed, deviceCountry: String(typed.deviceCountry ?? '').toUpperCase() };
    const { isCardNumber } = parseQuery(draft.card);
    refuse(isCardNumber);
    if (!isCardNumber) onSubmit(draft);
  };
  const text = (name: keyof RequestDraft, word: WordKey, more: object = {}) => (
    <TextInput name={name} label={t(word)} defaultValue={first[name]} autoComplete="off" dir="ltr" {...more} />
  );
  const choice = (name: keyof RequestDraft, word: WordKey, values: readonly (readonly [string, string])[]) => (
    <NativeSelect name={name} label={t(word)} defaultValue={first[name]}>
      <option value="">{t('tokenRequest.absent')}</option>
      {values.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
  const named = (words: Readonly<Record<string, WordKey>>) =>
    Object.entries(words).map(([value, word]) => [value, t(word)] as const);
  const scores = SCORES.map((score) => [score, new Intl.NumberFormat(locale).format(Number(score))] as const);
  return (
    <form onSubmit={submit} className={classes.form}>
      {!hasCard &&
        text('card', 'filter.card', {
          required: true,
          maxLength: 20,
          inputMode: 'numeric',
          error: isRefused && t('search.cardNumber'),
        })}
      {text('requestor', 'tokenRequest.requestor', { maxLength: 10 })}
      {choice('tokenType', 'tokenRequest.type', named(TOKEN_TYPE_WORDS))}
      {text('deviceType', 'condition.field.deviceType', { maxLength: 10 })}
      {text('deviceCountry', 'condition.field.deviceCountry', { maxLength: 2, pattern: '[A-Za-z]{2}' })}
      {choice('accountScore', 'condition.field.accountScore', scores)}
      {choice('deviceScore', 'condition.field.deviceScore', scores)}
      {choice('panSource', 'condition.field.panSource', named(PAN_SOURCE_WORDS))}
      {text('walletAge', 'condition.field.walletAccountAgeDays', { inputMode: 'numeric', pattern: '\\d{1,6}' })}
      <Button type="submit" loading={isPending} className={classes.ask}>
        {t('whatIf.verb')}
      </Button>
    </form>
  );
}
