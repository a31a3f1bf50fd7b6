import type { BankPromise, PromiseLevel, PromiseOutcome } from '@cardwright/contract';
import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { NEW_TEST } from '../../parts/condition/condition-draft.ts';
import { ConditionEditor } from '../../parts/condition/condition-editor.tsx';
import { conditionFaults } from '../../parts/condition/condition-faults.ts';
import { conditionToSend, formatCondition, parseCondition } from '../../parts/condition/condition-text.ts';
import { faultAt, faultsOf, OtherFaults } from '../../parts/page/findings.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type PromiseStatement, STATEMENT_WORDS, statementOf } from '../../parts/rule/promise-words.ts';
import { useWords } from '../../words/language.ts';
import { usePromiseChanges } from './promise-queries.ts';

const STATEMENTS = Object.keys(STATEMENT_WORDS) as PromiseStatement[];
const NAME = /^[A-Z][A-Z0-9_]{1,23}$/;
const PLACES = ['condition', 'name', 'reason'];

/** Writes a promise, or replaces the displayed one. */
export function PromiseForm({ first, close }: { first: BankPromise | undefined; close: () => void }) {
  const { t } = useWords();
  const [name, setName] = useState(first?.name ?? '');
  const [statement, setStatement] = useState(statementOf(first ?? { outcome: 'NEVER_DECLINED' }));
  const [reason, setReason] = useState(first?.reason ?? '');
  const [condition, setCondition] = useState(formatCondition((first?.condition ?? { all: [NEW_TEST] }) as never));
  const [isTried, setTried] = useState(false);
  const { replace } = usePromiseChanges();
  const read = parseCondition(condition);
  const isFaulty = !read.isJson || conditionFaults(read.value, 'condition', []).length > 0 || !NAME.test(name);
  const saving = useMutation({
    mutationFn: async () => {
      if (!read.isJson) return;
      const [outcome, by] = statement.split(' ') as [PromiseOutcome, PromiseLevel];
      const content = { condition: conditionToSend(read.value) as never, outcome, by, reason };
      await replace(name, { on: first?.on ?? 'authorization', ...content });
    },
    onSuccess: close,
  });
  const serverFaults = faultsOf(saving.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isFaulty) saving.mutate();
  };
  return (
    <Panel title={first === undefined ? t('promises.add') : t('promises.editTitle', { name })}>
      <form onSubmit={submit} aria-label={t('promises.save')} noValidate>
        <Stack gap="md">
          {first === undefined && (
            <TextInput
              label={t('rules.name')}
              value={name}
              error={isTried && !NAME.test(name) && t('ruleForm.nameFault')}
              maxLength={24}
              required
              dir="ltr"
              autoComplete="off"
              onChange={(event) => setName(event.currentTarget.value.toUpperCase())}
            />
          )}
          <NativeSelect
            label={t('promises.outcome')}
            value={statement}
            onChange={(event) => setStatement(event.currentTarget.value as PromiseStatement)}
          >
            {STATEMENTS.map((each) => (
              <option key={each} value={each}>
                {t(STATEMENT_WORDS[each])}
              </option>
            ))}
          </NativeSelect>
          <ConditionEditor
            text={condition}
            onChange={setCondition}
            path="condition"
            warnings={serverFaults}
            isTried={isTried}
          />
          <Textarea
            label={t('promises.reason')}
            description={t('promises.reasonAbout')}
            value={reason}
            error={faultAt(serverFaults, 'reason')}
            maxLength={500}
            required
            autosize
            minRows={2}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {first !== undefined && <span>{t('promises.second')}</span>}
          <OtherFaults error={saving.error} faults={serverFaults} displayed={PLACES} />
          <Group>
            <Button type="submit" loading={saving.isPending}>
              {t('promises.save')}
            </Button>
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
