export const viewer = {
  label: 'Σελίδες του εγγράφου {{name}}',
  tools: 'Εργαλεία προβολής',
  previous: 'Προηγούμενη σελίδα',
  next: 'Επόμενη σελίδα',
  page: 'Σελίδα',
  of: 'από {{count}}',
  zoomIn: 'Μεγέθυνση',
  zoomOut: 'Σμίκρυνση',
  zoom: 'Μέγεθος προβολής',
  fit: 'Πλάτος',
  pageLabel: 'Σελίδα {{page}} από {{count}}',
  failed:
    'Η προβολή του εγγράφου δεν είναι δυνατή. Μπορείτε να το κατεβάσετε και να το ανοίξετε στον υπολογιστή σας.',
} as const;

export const preview = {
  back: 'Επιστροφή στην υπογραφή',
} as const;
