import type { Export } from '@cardwright/contract';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import { Time } from '../value/time.tsx';
import classes from './export.module.css';
import { useDeleteExport } from './export-queries.ts';
import { useDownload } from './use-download.ts';

const STATE_WORDS: Readonly<Record<Export['state'], WordKey>> = {
  WAITING: 'exports.waiting',
  RUNNING: 'exports.running',
  DONE: 'exports.done',
  FAILED: 'exports.failed',
};

/** One export with its progress and, when it is done, its file. */
export function ExportLine({ file }: { file: Export }) {
  const { t, locale } = useWords();
  const [loaded, setLoaded] = useState<number>();
  const fetchFile = useDownload();
  const deleteExport = useDeleteExport();
  const download = useMutation({
    mutationFn: () => fetchFile(file, setLoaded),
    onSettled: () => setLoaded(undefined),
  });
  const remove = useMutation({ mutationFn: () => deleteExport(file.export_id) });
  const isDone = file.state === 'DONE';
  const rows = new Intl.NumberFormat(locale).format(file.rows);
  return (
    <li className={classes.file} data-export={file.state}>
      <div>
        <Time at={file.requested_at} />
        <p className={classes.state} role="status">
          {t(STATE_WORDS[file.state], { rows, count: file.rows })}
          {file.failure !== undefined && <bdi dir="ltr">{` ${file.failure}`}</bdi>}
        </p>
        {file.expires_at !== null && (
          <p className={classes.about}>
            {t('exports.until')} <Time at={file.expires_at} />
          </p>
        )}
      </div>
      <Group gap="xs">
        {isDone && (
          <Button size="compact-sm" loading={download.isPending} onClick={() => download.mutate()}>
            {t('exports.download')}
          </Button>
        )}
        <Button size="compact-sm" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t(file.ended_at === null ? 'cancel' : 'exports.delete')}
        </Button>
      </Group>
      {loaded !== undefined && <progress className={classes.progress} max={file.bytes} value={loaded} />}
      {download.error !== null && <ErrorNotice error={download.error} />}
      {remove.error !== null && <ErrorNotice error={remove.error} />}
    </li>
  );
}
