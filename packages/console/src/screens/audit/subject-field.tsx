import { NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useId, useState } from 'react';
import { SUBJECT_WORDS } from '../../parts/value/subjects.ts';
import { useWords } from '../../words/language.ts';
import { useSubjectChoices } from './use-subject-choices.ts';

/** Chooses a kind of subjects, and one of them from those that its number or name finds. */
export function SubjectField({ value }: { value: string }) {
  const { t } = useWords();
  const choices = useId();
  const colon = value.indexOf(':');
  const [kind, setKind] = useState(value.slice(0, Math.max(colon, 0)));
  const [typed, setTyped] = useState(value.slice(colon + 1));
  const found = useSubjectChoices(kind, useDeferredValue(typed));
  return (
    <>
      <NativeSelect
        name="kind"
        label={t('audit.subject')}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value)}
      >
        <option value="">{t('filter.any')}</option>
        {Object.entries(SUBJECT_WORDS).map(([name, word]) => (
          <option key={name} value={name}>
            {t(word)}
          </option>
        ))}
      </NativeSelect>
      <TextInput
        name="id"
        label={t(kind === 'card' || kind === 'account' ? 'audit.byDigits' : 'audit.subjectId')}
        list={choices}
        maxLength={180}
        autoComplete="off"
        dir="ltr"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <datalist id={choices}>
        {found.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
