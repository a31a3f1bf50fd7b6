import { Button } from '@mantine/core';
import { useState } from 'react';
import { useHasScope } from '../../session/session.ts';
import { DownloadIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { ExportDialog } from './export-dialog.tsx';
import type { ExportDownload } from './export-queries.ts';

/** Opens the exports of a list: a new one with the filters of the page, and the files of earlier ones. */
export function ExportButton({ exported }: { exported: ExportDownload }) {
  const { t } = useWords();
  const label = t(exported.list === 'AUDIT_PROOF' ? 'exports.proof' : 'exports.open');
  const [isOpen, setOpen] = useState(false);
  const mayExport = useHasScope('exports:own');
  if (!mayExport) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<DownloadIcon size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <ExportDialog exported={exported} title={label} close={() => setOpen(false)} />}
    </>
  );
}
