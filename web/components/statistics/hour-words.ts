/** The beginning of an hour of the day, such as “07:00”. */
export const hourWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
