import { LIST_KINDS, type ListKind } from '@cardwright/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useListNames } from '../../parts/condition/use-list-names.ts';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { useWords } from '../../words/language.ts';
import { canSend, EntriesField } from './entries-field.tsx';
import { KIND_WORDS } from './kind-words.ts';
import { parseEntries } from './list-entries.ts';
import { useListChanges } from './list-queries.ts';
import classes from './lists.module.css';

const NAME = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;

/** Creates a list under an unused name. An existing list is changed on its own page. */
export function NewListForm() {
  const { t } = useWords();
  const navigate = useNavigate();
  const { make } = useListChanges();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ListKind>('merchantId');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const usedNames = [...useListNames('merchantId'), ...useListNames('mcc')];
  const making = useMutation({ mutationFn: () => make(name, kind, parseEntries(text, kind).entries) });
  const isUsed = usedNames.includes(name);
  const isMisnamed = !NAME.test(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isUsed || isMisnamed || !canSend(text, kind)) return;
    making.mutate(undefined, { onSuccess: () => void navigate({ to: '/lists/$name', params: { name } }) });
  };
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <div className={classes.fields}>
        <TextInput
          label={t('lists.name')}
          description={t('lists.nameAbout')}
          value={name}
          error={isUsed ? t('lists.taken') : isTried && isMisnamed && t('lists.nameFault')}
          maxLength={40}
          required
          dir="ltr"
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value.trim().toLowerCase())}
        />
        <NativeSelect
          label={t('lists.kind')}
          description={t('lists.kindAbout')}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as ListKind)}
        >
          {LIST_KINDS.map((each) => (
            <option key={each} value={each}>
              {t(KIND_WORDS[each])}
            </option>
          ))}
        </NativeSelect>
      </div>
      <EntriesField label={t('lists.entries')} kind={kind} text={text} onChange={setText} />
      {making.error !== null && <ErrorNotice error={making.error} />}
      <Button type="submit" className={classes.verb} loading={making.isPending}>
        {t('lists.make')}
      </Button>
    </form>
  );
}
