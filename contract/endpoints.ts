import type { Endpoint } from './endpoint.ts';
import * as accessDecision from './features/access-decision.ts';
import * as accessRecord from './features/access-record.ts';
import * as accessRequest from './features/access-request.ts';
import * as accessStat from './features/access-stat.ts';
import * as apiKey from './features/api-key.ts';
import * as audit from './features/audit.ts';
import * as auth from './features/auth.ts';
import * as chapter from './features/chapter.ts';
import * as chapterMedia from './features/chapter-media.ts';
import * as college from './features/college.ts';
import * as column from './features/column.ts';
import * as course from './features/course.ts';
import * as courseCatalogue from './features/course-catalogue.ts';
import * as courseDetail from './features/course-detail.ts';
import * as courseExchange from './features/course-exchange.ts';
import * as defaultGroup from './features/default-group.ts';
import * as department from './features/department.ts';
import * as event from './features/event.ts';
import * as favourite from './features/favourite.ts';
import * as glossary from './features/glossary.ts';
import * as health from './features/health.ts';
import * as homePage from './features/home-page.ts';
import * as homePagePublication from './features/home-page-publication.ts';
import * as languageModel from './features/language-model.ts';
import * as library from './features/library.ts';
import * as libraryStat from './features/library-stat.ts';
import * as listView from './features/list-view.ts';
import * as machineWork from './features/machine-work.ts';
import * as mail from './features/mail.ts';
import * as mailCompose from './features/mail-compose.ts';
import * as mailDetail from './features/mail-detail.ts';
import * as mailServer from './features/mail-server.ts';
import * as mailTemplate from './features/mail-template.ts';
import * as myTasks from './features/my-tasks.ts';
import * as notification from './features/notification.ts';
import * as objectStat from './features/object-stat.ts';
import * as officeEvent from './features/office-event.ts';
import * as operation from './features/operation.ts';
import * as organisation from './features/organisation.ts';
import * as passwordReset from './features/password-reset.ts';
import * as people from './features/people.ts';
import * as permissionExplain from './features/permission-explain.ts';
import * as permissionGroup from './features/permission-group.ts';
import * as personalData from './features/personal-data.ts';
import * as position from './features/position.ts';
import * as profile from './features/profile.ts';
import * as reading from './features/reading.ts';
import * as readingEdit from './features/reading-edit.ts';
import * as recordExport from './features/record-export.ts';
import * as resource from './features/resource.ts';
import * as resourceAction from './features/resource-action.ts';
import * as resourceDetail from './features/resource-detail.ts';
import * as resourceImport from './features/resource-import.ts';
import * as review from './features/review.ts';
import * as reviewDecision from './features/review-decision.ts';
import * as savedReport from './features/saved-report.ts';
import * as scan from './features/scan.ts';
import * as search from './features/search.ts';
import * as sensitivePack from './features/sensitive-pack.ts';
import * as sensitiveWord from './features/sensitive-word.ts';
import * as sensitiveWordDetail from './features/sensitive-word-detail.ts';
import * as sensitiveWordImport from './features/sensitive-word-import.ts';
import * as sensitiveWordTrial from './features/sensitive-word-trial.ts';
import * as settings from './features/settings.ts';
import * as setup from './features/setup.ts';
import * as signOn from './features/sign-on.ts';
import * as subject from './features/subject.ts';
import * as subjectManagement from './features/subject-management.ts';
import * as subtitle from './features/subtitle.ts';
import * as subtitleChange from './features/subtitle-change.ts';
import * as subtitleUpdate from './features/subtitle-update.ts';
import * as summary from './features/summary.ts';
import * as summaryChange from './features/summary-change.ts';
import * as summaryDraft from './features/summary-draft.ts';
import * as tag from './features/tag.ts';
import * as task from './features/task.ts';
import * as taskRule from './features/task-rule.ts';
import * as twoFactor from './features/two-factor.ts';
import * as upload from './features/upload.ts';
import * as user from './features/user.ts';
import * as userDetail from './features/user-detail.ts';
import * as userImport from './features/user-import.ts';
import * as viewAs from './features/view-as.ts';
import * as webhook from './features/webhook.ts';
import * as wecom from './features/wecom.ts';
import * as pageData from './page-data.ts';
import * as portalColumn from './portal/portal-column.ts';
import * as portalCourse from './portal/portal-course.ts';
import * as portalEvent from './portal/portal-event.ts';
import * as portalHome from './portal/portal-home.ts';
import * as portalMedia from './portal/portal-media.ts';
import * as portalReport from './portal/portal-report.ts';
import * as portalResource from './portal/portal-resource.ts';
import * as portalSearch from './portal/portal-search.ts';
import * as portalSubject from './portal/portal-subject.ts';

const features: readonly Record<string, unknown>[] = [
  auth,
  profile,
  notification,
  listView,
  operation,
  event,
  health,
  settings,
  setup,
  twoFactor,
  user,
  defaultGroup,
  people,
  organisation,
  college,
  department,
  position,
  permissionGroup,
  permissionExplain,
  viewAs,
  subject,
  resource,
  resourceAction,
  resourceDetail,
  tag,
  library,
  column,
  favourite,
  homePage,
  homePagePublication,
  search,
  resourceImport,
  upload,
  machineWork,
  reading,
  summary,
  summaryChange,
  summaryDraft,
  languageModel,
  subtitle,
  subtitleChange,
  subtitleUpdate,
  readingEdit,
  glossary,
  scan,
  review,
  reviewDecision,
  sensitiveWord,
  sensitiveWordDetail,
  sensitiveWordImport,
  sensitivePack,
  sensitiveWordTrial,
  accessRequest,
  accessDecision,
  task,
  myTasks,
  taskRule,
  passwordReset,
  mail,
  mailCompose,
  mailTemplate,
  mailServer,
  mailDetail,
  userDetail,
  userImport,
  audit,
  signOn,
  personalData,
  wecom,
  apiKey,
  webhook,
  portalHome,
  portalColumn,
  portalSubject,
  portalCourse,
  portalResource,
  portalSearch,
  portalMedia,
  portalEvent,
  portalReport,
  course,
  subjectManagement,
  courseDetail,
  courseCatalogue,
  courseExchange,
  chapter,
  chapterMedia,
  accessStat,
  accessRecord,
  recordExport,
  libraryStat,
  objectStat,
  officeEvent,
  savedReport,
  pageData,
];

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'path' in value;
}

/** Every API endpoint. The server refuses to start if one has no handler or a handler isn't listed here. */
export const endpoints: readonly Endpoint[] = features.flatMap((feature) => Object.values(feature).filter(isEndpoint));
