import { Button, FileInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LeaveGuard } from '../../parts/decision/leave-guard.tsx';
import { ErrorNotice, NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useHasScope } from '../../session/session.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './boarding.module.css';
import { FileTable } from './file-table.tsx';
import { type FileFault, MAX_ROWS, type ParsedFile, parseMerchantFile, templateColumns } from './merchant-file.ts';
import { isReady, useFileRows } from './use-file-rows.ts';

const FAULTS: Readonly<Record<FileFault, WordKey>> = {
  noMerchants: 'boarding.fileEmpty',
  tooMany: 'boarding.fileLong',
  unreadable: 'boarding.fileUnreadable',
  unknownColumns: 'boarding.fileColumns',
};

export function FilePage() {
  return useHasScope('merchants:write') ? <MerchantFile /> : <NoPermission />;
}

/** Boards the merchants of a file: checked as a whole, corrected in place, submitted row by row. */
function MerchantFile() {
  const { t, locale } = useWords();
  const { rows, isChecked, load, check, correct, submit } = useFileRows();
  const [fault, setFault] = useState<Extract<ParsedFile, { fault: FileFault }>>();
  const act = useMutation({ mutationFn: (step: () => Promise<unknown>) => step() });
  const figure = new Intl.NumberFormat(locale);
  const read = async (file: File | null) => {
    if (file === null) return;
    const parsed = parseMerchantFile(await file.text());
    setFault('fault' in parsed ? parsed : undefined);
    if ('merchants' in parsed) act.mutate(() => load(parsed.merchants));
  };
  const ready = rows.filter(isReady).length;
  const submitted = rows.filter(({ applicationId }) => applicationId !== undefined).length;
  const template = `data:text/csv;charset=utf-8,${encodeURIComponent(`${templateColumns().join(',')}\r\n`)}`;
  return (
    <Page
      title={t('boarding.file')}
      about={t('boarding.fileAbout', { most: figure.format(MAX_ROWS) })}
      actions={<Link to="/merchants/drafts">{t('boarding.drafts')}</Link>}
    >
      <LeaveGuard isDirty={rows.some(({ isCorrected, applicationId }) => isCorrected && applicationId === undefined)} />
      <Panel title={t('boarding.chooseFile')}>
        <div className={classes.file}>
          <FileInput
            label={t('boarding.chooseFile')}
            placeholder="CSV, JSON"
            accept=".csv,.json,text/csv,application/json"
            error={fault && t(FAULTS[fault.fault], { about: fault.about ?? '', most: figure.format(MAX_ROWS) })}
            onChange={(file) => void read(file)}
          />
          <a href={template} download="merchants.csv">
            {t('boarding.template')}
          </a>
          {act.error !== null && <ErrorNotice error={act.error} />}
        </div>
      </Panel>
      {rows.length > 0 && (
        <Panel title={t('boarding.rows')}>
          <p aria-live="polite" className={classes.sentence}>
            {t('boarding.state', {
              ready: figure.format(ready),
              submitted: figure.format(submitted),
              open: figure.format(rows.length - ready - submitted),
            })}
          </p>
          <div className={classes.actions}>
            <Button
              disabled={!isChecked || ready === 0}
              loading={act.isPending}
              onClick={() => act.mutate(() => submit())}
            >
              {t('boarding.submitRows', { count: ready })}
            </Button>
            <Button variant="default" loading={act.isPending} onClick={() => act.mutate(() => check())}>
              {t('boarding.check')}
            </Button>
          </div>
          <FileTable rows={rows} correct={correct} />
        </Panel>
      )}
    </Page>
  );
}
