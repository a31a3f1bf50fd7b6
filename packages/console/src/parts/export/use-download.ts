import { AUDIT_PROOF, type Export } from '@cardwright/contract';
import { useClient } from '../../session/session.ts';
import { saveFile } from '../table/save-file.ts';

/** Without this mark at the beginning, spreadsheets do not read a CSV file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Downloads the file of an export part by part. */
export function useDownload() {
  const client = useClient();
  return async (file: Export, onProgress: (bytes: number) => void) => {
    const isCsv = file.list !== AUDIT_PROOF;
    const parts: Blob[] = isCsv ? [new Blob([BYTE_ORDER_MARK])] : [];
    let bytes = 0;
    for await (const text of client.exports.download(file.export_id)) {
      const part = new Blob([text]);
      parts.push(part);
      bytes += part.size;
      onProgress(bytes);
    }
    const name = `${file.list.toLowerCase().replace('_', '-')}-${file.requested_at.slice(0, 10)}`;
    saveFile(
      isCsv ? `${name}.csv` : `${name}.jsonl`,
      new Blob(parts, { type: isCsv ? 'text/csv' : 'application/jsonl' }),
    );
  };
}
