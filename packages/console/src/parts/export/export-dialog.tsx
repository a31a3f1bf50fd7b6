import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { useKindsForSecondPerson } from '../decision/second-person.ts';
import { SecondPersonReason } from '../decision/second-person-reason.tsx';
import { ErrorNotice } from '../page/error-notice.tsx';
import { QueryBoundary } from '../page/query-boundary.tsx';
import classes from './export.module.css';
import { ExportLine } from './export-line.tsx';
import { type ExportDownload, useExports, useStartExport } from './export-queries.ts';

interface Props {
  readonly exported: ExportDownload;
  readonly title: string;
  readonly close: () => void;
}

export function ExportDialog({ exported, title, close }: Props) {
  const { t } = useWords();
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': t('close') }} centered size="lg">
      <Stack gap="md">
        <StartForm exported={exported} />
        <Files exported={exported} />
      </Stack>
    </Modal>
  );
}

function StartForm({ exported: { list, query } }: Pick<Props, 'exported'>) {
  const { t } = useWords();
  const zone = useTimeZone();
  const needsSecond = useKindsForSecondPerson().includes('export');
  const [reason, setReason] = useState('');
  const startExport = useStartExport();
  const start = useMutation({ mutationFn: () => startExport({ list, query, ...(needsSecond && { reason }) }) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    start.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <p className={classes.about}>{t(list === 'AUDIT_PROOF' ? 'exports.proofAbout' : 'exports.about', { zone })}</p>
        {needsSecond && <SecondPersonReason value={reason} onChange={setReason} />}
        {start.error !== null && <ErrorNotice error={start.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={start.isPending} data-autofocus>
            {t(needsSecond ? 'approvals.propose' : 'exports.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Files({ exported: { list } }: Pick<Props, 'exported'>) {
  const { t } = useWords();
  const query = useExports();
  return (
    <QueryBoundary query={query}>
      {({ items }) => {
        const own = items.filter((one) => one.list === list);
        if (own.length === 0) return <p className={classes.about}>{t('exports.none')}</p>;
        return (
          <ul className={classes.files} aria-label={t('exports.files')}>
            {own.map((file) => (
              <ExportLine key={file.export_id} file={file} />
            ))}
          </ul>
        );
      }}
    </QueryBoundary>
  );
}
