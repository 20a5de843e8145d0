import { useTranslation } from 'react-i18next';
import { LeaveQuestion } from '../../common/ui/leave.tsx';

/** Asks before an upload that runs is left behind, by a link or by closing the tab. */
export function LeaveGuard({ active, onLeave }: { active: boolean; onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <LeaveQuestion
      active={active}
      title={t('upload.leaveTitle')}
      text={t('upload.leave')}
      stay={t('upload.leaveStay')}
      go={t('upload.leaveGo')}
      onLeave={onLeave}
    />
  );
}
