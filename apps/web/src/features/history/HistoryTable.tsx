import type { HistoryRow } from '@websign/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { withoutTurns } from '../../common/names.ts';
import { Checksum } from '../../common/ui/checksum.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { useFormats } from '../../i18n/format.ts';
import { labelsOf } from './labels.ts';
import { OriginLink } from './OriginLink.tsx';
import { RowDownload } from './RowDownload.tsx';
import { type HistoryView, searchOf } from './view.ts';
import { Checks, SecurityWord, SignedWord, ValidityWord } from './words.tsx';

/**
 * Said aloud what the elements mean anyway: where the table is laid out as cards, some browsers forget that it
 * is one.
 */
const role = {
  table: { role: 'table' },
  body: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  rowHeader: { role: 'rowheader', scope: 'row' },
} as const;

const columns = [
  'filename',
  'size',
  'security',
  'validity',
  'checks',
  'checksum',
  'signedAt',
  'signed',
] as const;
type Column = (typeof columns)[number];

function Cell({ column, children }: { column: Column; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <td {...role.cell} className={`ws-history__cell ws-history__cell--${column}`}>
      <span className="ws-history__label" aria-hidden="true">
        {t(`history.columns.${column}`)}
      </span>
      <span className="ws-history__value">{children}</span>
    </td>
  );
}

function Row({ row, view, label }: { row: HistoryRow; view: HistoryView; label: string }) {
  const { t } = useTranslation();
  const format = useFormats();
  return (
    <tr {...role.row} className="ws-history__row">
      <th {...role.rowHeader} className="ws-history__name">
        <Link id={`row-${row.id}`} className="govgr-link" to={{ search: searchOf({ ...view, row: row.id }) }}>
          <FileName name={row.filename} />
        </Link>
        <span className="ws-history__when">
          {t('history.uploaded', { time: format.dateTime(row.uploaded_at) })}
        </span>
        {row.origin && (
          <span className="ws-history__when">
            {t('safeCopy.of')} <OriginLink origin={row.origin} view={view} />
          </span>
        )}
      </th>
      <Cell column="size">{format.bytes(row.size)}</Cell>
      <Cell column="security">
        <SecurityWord security={row.security} />
      </Cell>
      <Cell column="validity">
        <ValidityWord row={row} />
      </Cell>
      <Cell column="checks">
        <Checks checks={row.checks} />
      </Cell>
      <Cell column="checksum">
        <Checksum value={row.checksum} of={row.filename} short />
      </Cell>
      <Cell column="signedAt">
        {row.signed_at === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="ws-hidden">{t('history.never')}</span>
          </>
        ) : (
          format.dateTime(row.signed_at)
        )}
      </Cell>
      <Cell column="signed">
        <SignedWord signed={row.signed} validity={row.validity} />
        <span className="ws-history__file">
          <RowDownload row={row} label={label} />
        </span>
      </Cell>
    </tr>
  );
}

/** HIS-1: one row for each uploaded file; on a narrow screen each row is a card. */
export function HistoryTable({ rows, view }: { rows: HistoryRow[]; view: HistoryView }) {
  const { t } = useTranslation();
  const format = useFormats();
  const labels = labelsOf(rows, ({ filename, uploaded_at }) =>
    t('history.label', { name: withoutTurns(filename), time: format.dateTime(uploaded_at) }),
  );
  return (
    <table {...role.table} className="ws-history__table">
      <caption className="ws-hidden">{t('history.caption')}</caption>
      <thead {...role.body} className="ws-history__head">
        <tr {...role.row}>
          {columns.map((column) => (
            <th key={column} {...role.columnHeader}>
              {t(`history.columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...role.body}>
        {rows.map((row) => (
          <Row key={row.id} row={row} view={view} label={labels.get(row.id) ?? row.filename} />
        ))}
      </tbody>
    </table>
  );
}
