import { usePathLabel } from '../../parts/merchant/path-label.ts';
import { Notice } from '../../parts/page/notice.tsx';
import { AlertIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { FindingText } from './finding-text.tsx';
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
          {findings.map((finding) => (
            <li key={`${finding.path} ${finding.message}`}>
              {finding.path !== '' && <bdi>{pathLabel(finding.path)}: </bdi>}
              <FindingText {...finding} />
            </li>
          ))}
        </ul>
      }
    />
  );
}
