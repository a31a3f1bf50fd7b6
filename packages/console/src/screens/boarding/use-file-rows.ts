import { ERRORS } from '@cardwright/contract';
import { useState } from 'react';
import { useBoarding } from './boarding-queries.ts';
import { type FieldFinding, merchantFindings } from './findings.ts';
import { type Json, MERCHANT_SCHEMA, toSentRecord, withValueAt } from './form-schema.ts';

export interface FileRow {
  /** The position in the file, from 1. */
  readonly no: number;
  readonly merchant: Json;
  readonly findings: readonly FieldFinding[];
  /** Whether a person corrected a field. The record then has what was typed, with blanks at the ends. */
  readonly isCorrected?: true;
  /** The application, once it is submitted. */
  readonly applicationId?: string | undefined;
}

/** The code for a row that was submitted before. The server recognizes it and gives the first answer again. */
const EXISTS = ERRORS.merchant_exists.code;

export function isReady({ findings, applicationId }: FileRow): boolean {
  return applicationId === undefined && findings.every(({ code, path }) => code === EXISTS && path === 'merchantId');
}

/** The merchant as the interface takes it. Only typed values need this, because a file is sent as it is. */
function sentMerchant({ merchant, isCorrected }: FileRow): unknown {
  return isCorrected ? toSentRecord(MERCHANT_SCHEMA, merchant) : merchant;
}

/** The rows of a file: checked together, corrected in place, and submitted one by one. */
export function useFileRows() {
  const calls = useBoarding();
  const [rows, setRows] = useState<readonly FileRow[]>([]);
  const [isChecked, setChecked] = useState(false);
  const check = async (of: readonly FileRow[]) => {
    const open = of.filter(({ applicationId }) => applicationId === undefined);
    let found: readonly FieldFinding[] = [];
    try {
      if (open.length > 0) await calls.check(open.map(sentMerchant));
    } catch (error) {
      const findings = merchantFindings(error);
      if (findings === undefined) throw error;
      found = findings;
    }
    const findingsOf = (row: FileRow) => found.filter(({ merchant }) => open[merchant] === row);
    setRows(of.map((row) => ({ ...row, findings: findingsOf(row) })));
    setChecked(true);
  };
  const change = (no: number, patch: Partial<FileRow>) =>
    setRows((all) => all.map((row) => (row.no === no ? { ...row, ...patch } : row)));
  const submit = async () => {
    for (const row of rows.filter(isReady)) {
      try {
        change(row.no, { findings: [], applicationId: await calls.submit(sentMerchant(row)) });
      } catch (error) {
        const findings = merchantFindings(error);
        if (findings === undefined) throw error;
        change(row.no, { findings });
      }
    }
  };
  return {
    rows,
    isChecked,
    load: (merchants: readonly Json[]) =>
      check(merchants.map((merchant, at) => ({ no: at + 1, merchant, findings: [] }))),
    check: () => check(rows),
    correct: ({ no, merchant }: FileRow, path: string, text: string) => {
      change(no, { merchant: withValueAt(merchant, path, text), isCorrected: true });
      setChecked(false);
    },
    submit,
  };
}
