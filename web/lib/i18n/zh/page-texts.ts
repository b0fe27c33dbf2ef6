import type { PageTexts } from '../en/page-texts.ts';
import { audit } from './audit.ts';
import { college } from './college.ts';
import { department } from './department.ts';
import { favourite } from './favourite.ts';
import { health } from './health.ts';
import { homePage } from './home-page.ts';
import { mail } from './mail.ts';
import { organisation } from './organisation.ts';
import { permissionGroup } from './permission-group.ts';
import { personalData } from './personal-data.ts';
import { position } from './position.ts';
import { profile } from './profile.ts';
import { review } from './review.ts';
import { sensitiveTools } from './sensitive-tools.ts';
import { sensitiveWord } from './sensitive-word.ts';
import { settings } from './settings.ts';
import { subtitle } from './subtitle.ts';
import { summary } from './summary.ts';
import { task } from './task.ts';
import { textWork } from './text-work.ts';
import { workbench } from './workbench.ts';

export const pageTexts: PageTexts = {
  position,
  organisation,
  department,
  college,
  audit,
  favourite,
  health,
  homePage,
  permissionGroup,
  mail,
  personalData,
  profile,
  review,
  sensitiveTools,
  sensitiveWord,
  settings,
  subtitle,
  summary,
  task,
  textWork,
  workbench,
};
