import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { usePathLabel } from '../../parts/merchant/path-label.ts';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useWords } from '../../words/language.ts';
import classes from './application.module.css';
import type { RequestedField, ReviewMutations } from './application-queries.ts';
import { leafFields, withValues } from './record-fields.ts';

interface ResubmitParts {
  readonly record: Readonly<Record<string, unknown>>;
  readonly requestedFields: readonly RequestedField[];
  /** The chain of the merchant, which is set up already and is sent again only because the merchant belongs to it. */
  readonly chain: Readonly<Record<string, unknown>> | undefined;
  readonly maySend: boolean;
  readonly acts: ReviewMutations;
  /** Called with the new application of the merchant. */
  readonly follow: (applicationId: string) => void;
}

/** Lists the requested fields with inputs, and sends them. */
export function ResubmitPanel({ record, requestedFields, chain, maySend, acts, follow }: ResubmitParts) {
  const { t } = useWords();
  const pathLabel = usePathLabel();
  const sending = useMutation({
    mutationFn: (form: FormData) =>
      acts.send(withValues(record, new Map([...form].map(([path, value]) => [path, String(value).trim()]))), chain),
    onSuccess: ({ applications: [taken] }) => taken?.applicationId !== undefined && follow(taken.applicationId),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    sending.mutate(new FormData(event.currentTarget));
  };
  const now = new Map(leafFields(record, '').map(({ path, value }) => [path.slice(1), value]));
  return (
    <Panel title={t('resubmit.title')}>
      <form onSubmit={send}>
        <Stack gap="sm">
          {requestedFields.map(({ path, action }) =>
            maySend ? (
              <TextInput
                key={path}
                name={path}
                label={pathLabel(path)}
                description={action}
                defaultValue={now.get(path) ?? ''}
              />
            ) : (
              <p key={path} className={classes.sentence}>
                {pathLabel(path)}: <bdi>{action}</bdi>
              </p>
            ),
          )}
          {sending.error !== null && <ErrorNotice error={sending.error} />}
          {maySend && (
            <div>
              <Button type="submit" loading={sending.isPending}>
                {t('resubmit.send')}
              </Button>
            </div>
          )}
        </Stack>
      </form>
    </Panel>
  );
}
