// The front desk's wire types under the names that the page uses. What a business says of itself is in the form of its
// files; see docs/guides/front-desk.md.
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type Appointment = Schemas["DeskAppointmentReply"];
export type AppointmentFile = Schemas["DeskAppointmentFileReply"];
export type AppointmentDone = Schemas["DeskAppointmentDone"];
export type Change = Schemas["DeskChangeReply"];
export type Customer = Schemas["DeskCustomerReply"];
export type CustomerFile = Schemas["DeskCustomerFileReply"];
export type Day = Schemas["DeskDayReply"];
export type Days = Schemas["DeskDaysReply"];
export type Order = Schemas["DeskOrderReply"];
export type OrderStep = Schemas["DeskOrderStep"];
export type Slot = Schemas["DeskSlotReply"];
export type Block = Schemas["DeskBlockReply"];
export type Waiting = Schemas["DeskWaitingReply"];
export type WeekDay = Schemas["WeekDay"];
export type DayPart = Schemas["DayPart"];
export type DeskEvent = Schemas["DeskEvent"];

export interface Both {
  es: string;
  en?: string;
}

export type Week = Record<string, string[]>;

export interface BranchValue {
  id: string;
  name: Both;
  time_zone: string;
  hours: Week;
}

export interface StaffValue {
  id: string;
  name: string;
  branches: string[];
  services?: string[];
}

export interface ServiceValue {
  id: string;
  name: Both;
  category: Both;
  minutes: number;
  price?: string;
  price_min?: string;
  price_max?: string;
}

export interface DishValue {
  id: string;
  name: Both;
  category: Both;
  price: string;
  available?: boolean;
  stock?: number | null;
}

export type Value = Record<string, unknown>;

export interface Piece<T = Value> {
  id: string;
  version: string;
  value: T;
  left?: number | null;
  change?: string | null;
}

export interface Catalogue {
  business: Piece<{ name: Both; currency: string }>;
  branches: Piece<BranchValue>[];
  staff: Piece<StaffValue>[];
  services: Piece<ServiceValue>[];
  policies: Piece[];
  facts: Piece[];
  menu: Piece<DishValue>[];
}

export const SECTIONS = ["services", "menu", "staff", "branches", "policies", "facts", "business"] as const;
/** What a fact is about; `factTopics` of the words has a name for each. */
export const FACT_TOPICS = ["insurers", "payment_methods", "invoices", "parking", "pets", "accessibility", "promotions", "wifi", "children", "other"] as const;
export type FactTopic = (typeof FACT_TOPICS)[number];
export type Section = (typeof SECTIONS)[number];
