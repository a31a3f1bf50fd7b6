import { usePathLabel } from '../../parts/merchant/path-label.ts';
import { Notice } from '../../parts/page/notice.tsx';
import { AlertIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import type { FieldFinding } from './findings.ts';

/** The findings of the server about one merchant, each with its field. */
export function FindingList({ findings }: { findings: readonly FieldFinding[] }) {
  const { t } = useWords();
  const pathLabel = usePathLabel();
  return (
    <Notice
      isBad
      icon={AlertIcon}
      title={t('boarding.findings', { count: findings.length })}
      text={
        <ul>
          {findings.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path !== '' && <bdi>{pathLabel(path)}: </bdi>}
              <bdi dir="ltr">{message}</bdi>
            </li>
          ))}
        </ul>
      }
    />
  );
}
