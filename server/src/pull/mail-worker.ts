import { answerTasks } from '../lib/task-thread.ts';
import { readMails } from './read-mails.ts';

answerTasks(readMails);
