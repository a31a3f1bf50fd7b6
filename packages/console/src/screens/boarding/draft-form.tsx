import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { LeaveGuard } from '../../parts/decision/leave-guard.tsx';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { useWords } from '../../words/language.ts';
import classes from './boarding.module.css';
import { useBoarding } from './boarding-queries.ts';
import { FindingList } from './finding-list.tsx';
import { FindingText } from './finding-text.tsx';
import { merchantFindings } from './findings.ts';
import { FormContext } from './form-context.ts';
import { type Json, MERCHANT_SCHEMA, toSentRecord, withValueAt } from './form-schema.ts';
import { SchemaField } from './schema-field.tsx';

interface DraftParts {
  /** Undefined for a draft that is not saved yet. */
  readonly draftId: string | undefined;
  readonly version: number | undefined;
  readonly first: Json;
}

/** A merchant as a form: saved as a draft, checked by the server, and submitted. */
export function DraftForm({ draftId, version, first }: DraftParts) {
  const { t } = useWords();
  const navigate = useNavigate();
  const calls = useBoarding();
  const [record, setRecord] = useState<Json>(first);
  const [done, setDone] = useState<'saved' | 'valid'>();
  const [newest, setNewest] = useState(version);
  const [stored, setStored] = useState<Json>(first);
  const sent = () => toSentRecord(MERCHANT_SCHEMA, record);
  const act = useMutation({
    mutationFn: async (name: 'save' | 'check' | 'submit') => {
      setDone(undefined);
      if (name === 'check') {
        await calls.check([sent()]);
        return setDone('valid');
      }
      if (name === 'save') {
        const saved = await calls.save(draftId ?? crypto.randomUUID(), sent(), newest);
        setNewest(saved.version);
        setStored(record);
        setDone('saved');
        if (draftId === undefined) {
          await navigate({ to: '/merchants/drafts/$draftId', params: { draftId: saved.draftId }, replace: true });
        }
        return;
      }
      const applicationId = await calls.submit(sent());
      if (draftId !== undefined) await calls.remove(draftId);
      if (applicationId) await navigate({ to: '/merchants/$applicationId', params: { applicationId } });
    },
  });
  const found = merchantFindings(act.error);
  const textsAt = (path: string) =>
    found?.filter((each) => each.path === path).map((each) => <FindingText key={each.message} {...each} />);
  const findings = new Map(found?.map(({ path }) => [path, textsAt(path)]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.mutate('submit');
  };
  const busy = (name: string) => act.isPending && act.variables === name;
  return (
    <FormContext
      value={{
        record,
        findings,
        Field: SchemaField,
        set: (path, value) => setRecord((of) => withValueAt(of, path, value)),
      }}
    >
      <form onSubmit={submit} className={classes.form} aria-label={t('boarding.new')}>
        <LeaveGuard isDirty={record !== stored && !act.isPending} />
        {found !== undefined && <FindingList findings={found} />}
        <SchemaField schema={MERCHANT_SCHEMA} name="" path="" isRequired />
        {act.error !== null && found === undefined && <ErrorNotice error={act.error} />}
        <p aria-live="polite" className={classes.sentence}>
          {done !== undefined && t(done === 'saved' ? 'boarding.saved' : 'boarding.valid')}
        </p>
        <div className={classes.actions}>
          <Button type="submit" loading={busy('submit')}>
            {t('boarding.submit')}
          </Button>
          <Button variant="default" loading={busy('check')} onClick={() => act.mutate('check')}>
            {t('boarding.check')}
          </Button>
          <Button variant="default" loading={busy('save')} onClick={() => act.mutate('save')}>
            {t('boarding.save')}
          </Button>
        </div>
      </form>
    </FormContext>
  );
}
