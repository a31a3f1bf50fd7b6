import type { Token, TokenControls } from '@cardwright/contract';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm, FormDialog } from '../../parts/issuing/form-dialog.tsx';
import { faultAt, faultsOf, type TypedFault } from '../../parts/page/findings.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { Check } from '../../parts/value/check.tsx';
import { WordSelect } from '../../parts/value/word-select.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { useTokenControls } from './card-queries.ts';
import {
  type Draft,
  draftOf,
  LISTS,
  type ListDraft,
  type ListName,
  type Mode,
  requestOf,
} from './token-controls-draft.ts';

const LIST_WORDS: Readonly<Record<ListName, WordKey>> = {
  merchants: 'tokenControls.merchants',
  categories: 'tokenControls.categories',
  countries: 'tokenControls.countries',
};
const MODE_WORDS: Readonly<Record<Mode, WordKey>> = {
  any: 'tokenControls.any',
  allowed: 'tokenControls.allowed',
  blocked: 'tokenControls.blocked',
};

interface Parts {
  /** The token to control; undefined while the dialog is closed. */
  readonly token: Token | undefined;
  readonly exid: string;
  readonly close: () => void;
}

/** Shows and replaces the controls of a token: its expiry, how often it can pay, its amounts, and where it can pay. */
export function TokenControlsDialog({ token, exid, close }: Parts) {
  const { t } = useWords();
  return (
    <FormDialog title={t('tokenControls.title')} isOpen={token !== undefined} close={close}>
      {token !== undefined && <Loaded reference={token.token_reference} exid={exid} close={close} />}
    </FormDialog>
  );
}

type OpenControls = { readonly reference: string; readonly exid: string; readonly close: () => void };

function Loaded(open: OpenControls) {
  const { query } = useTokenControls(open.reference, open.exid);
  return <QueryBoundary query={query}>{(controls) => <ControlsForm {...open} controls={controls} />}</QueryBoundary>;
}

function ControlsForm({ reference, exid, controls, close }: OpenControls & { controls: TokenControls }) {
  const { t } = useWords();
  const [draft, setDraft] = useState(() => draftOf(controls));
  const { set } = useTokenControls(reference, exid);
  const saving = useMutation({ mutationFn: () => set(requestOf(draft)), onSuccess: close });
  const faults = faultsOf(saving.error);
  const change = (part: Partial<Draft>) => setDraft((typed) => ({ ...typed, ...part }));
  return (
    <DialogForm verb={t('tokenControls.save')} saving={saving} displayed={FIELDS} close={close}>
      <p>{t('tokenControls.about')}</p>
      <TextInput
        label={t('tokenControls.validUntil')}
        description={t('tokenControls.validUntilAbout')}
        value={draft.validUntil}
        error={faultAt(faults, 'validUntil')}
        onChange={({ currentTarget }) => change({ validUntil: currentTarget.value })}
      />
      <TextInput
        label={`${t('tokenControls.maxAmount')} (${controls.currency})`}
        inputMode="decimal"
        value={draft.maxAmount}
        error={faultAt(faults, 'maxAmount')}
        onChange={({ currentTarget }) => change({ maxAmount: currentTarget.value })}
      />
      {LISTS.map((name) => (
        <ListFields
          key={name}
          name={name}
          draft={draft[name]}
          faults={faults}
          onChange={(list) => change({ [name]: list })}
        />
      ))}
      <Check
        label={t('tokenControls.singleUse')}
        isOn={draft.singleUse}
        onChange={(singleUse) => change({ singleUse })}
      />
    </DialogForm>
  );
}

const FIELDS = ['validUntil', 'maxAmount', ...LISTS];

interface ListParts {
  readonly name: ListName;
  readonly draft: ListDraft;
  readonly faults: readonly TypedFault[];
  readonly onChange: (draft: ListDraft) => void;
}

function ListFields({ name, draft, faults, onChange }: ListParts) {
  const { t } = useWords();
  const { mode, entries } = draft;
  return (
    <>
      <WordSelect<Mode>
        label={t(LIST_WORDS[name])}
        value={mode}
        words={MODE_WORDS}
        error={undefined}
        onChange={(chosen) => onChange({ ...draft, mode: chosen })}
      />
      {mode !== 'any' && (
        <TextInput
          aria-label={`${t(LIST_WORDS[name])}: ${t(MODE_WORDS[mode])}`}
          description={t('tokenControls.entriesAbout')}
          dir="ltr"
          value={entries}
          error={faultAt(faults, name)}
          onChange={({ currentTarget }) => onChange({ ...draft, entries: currentTarget.value })}
        />
      )}
    </>
  );
}
