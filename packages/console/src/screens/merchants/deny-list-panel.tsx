import { CardwrightError } from '@cardwright/sdk/browser';
import { Button, FileInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { faultsOf, OtherFaults } from '../../parts/page/findings.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useClient } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';

const TEMPLATE = `data:text/csv;charset=utf-8,${encodeURIComponent('name,reason\r\n')}`;

/** Replaces the list with the names of a file. A file with an error changes nothing, and each line with one is listed. */
export function DenyListPanel() {
  const { t, locale } = useWords();
  const figure = new Intl.NumberFormat(locale);
  const client = useClient();
  const cache = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const [loaded, setLoaded] = useState<{ readonly names: number; readonly alike: number }>();
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setFailed(null);
    setLoaded(undefined);
  };
  const replacement: ConfirmAction = {
    title: t('denyList.loadTitle'),
    effects: [t('denyList.loadEffect', { file: file?.name ?? '' }), t('denyList.loadEffect2')],
    verb: t('denyList.load'),
    carryOut: async () => {
      try {
        setLoaded(await client.denyList.load((await file?.text()) ?? ''));
        setFile(null);
        await cache.invalidateQueries({ queryKey: ['deny-list'] });
      } catch (error) {
        if (!(error instanceof CardwrightError) || error.findings.length === 0) throw error;
        setFailed(error);
      }
    },
  };
  const faults = faultsOf(failed).map(({ path, ...fault }) => {
    const [, line] = /^line (\d+)$/.exec(path) ?? [];
    return { ...fault, path: line === undefined ? path : t('denyList.line', { count: figure.format(Number(line)) }) };
  });
  return (
    <Panel title={t('denyList.load')}>
      <Stack gap="md" align="flex-start">
        <FileInput
          label={t('denyList.file')}
          placeholder="CSV"
          accept=".csv,text/csv"
          value={file}
          onChange={choose}
          miw="min(100%, 20rem)"
        />
        <a href={TEMPLATE} download="deny-list.csv">
          {t('denyList.template')}
        </a>
        <OtherFaults error={failed} faults={faults} displayed={[]} />
        {loaded !== undefined && (
          <p aria-live="polite" data-loaded>
            {t('denyList.loaded', { count: loaded.names })}{' '}
            {loaded.alike > 0 && t('denyList.alike', { count: loaded.alike })}
          </p>
        )}
        <Button disabled={file === null} onClick={() => setConfirming(true)}>
          {t('denyList.load')}
        </Button>
      </Stack>
      <ConfirmDialog act={isConfirming ? replacement : undefined} close={() => setConfirming(false)} />
    </Panel>
  );
}
