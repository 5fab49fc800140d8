//! What things are and how they stand: the words that rows keep, use cases decide by and clients read.

use crate::words::words;

words! {
    /// What a provider of models speaks.
    ProviderKind, "a kind of provider" {
        Anthropic = "anthropic",
        OpenAi = "openai",
        /// Another server with the same API: vLLM, Ollama, llama.cpp, LM Studio.
        OpenAiCompatible = "openai_compatible",
        AzureOpenAi = "azure_openai",
        Gemini = "gemini",
    }
}

impl ProviderKind {
    /// Whether it is at no address of its own.
    pub fn needs_address(self) -> bool {
        matches!(self, Self::OpenAiCompatible | Self::AzureOpenAi)
    }

    /// Whether nobody is let in without a key.
    pub fn needs_key(self) -> bool {
        !matches!(self, Self::OpenAiCompatible)
    }
}

words! {
    /// What a setup that people make is of.
    SetupKind, "a kind of setup" {
        Models = "models",
        /// An assistant of a tenant's own, as it answers.
        Assistant = "assistant",
        /// The same while somebody works on it.
        AssistantDraft = "assistant_draft",
        /// What a tenant says of itself.
        Settings = "settings",
    }
}

words! {
    /// What of a set-up was changed, for the record of it.
    SetupPart, "a part of a set-up" {
        /// Providers of models, and which models are asked.
        Models = "models",
        /// An assistant of the tenant's own.
        Assistant = "assistant",
        /// Which packs are on, and how they speak.
        Pack = "pack",
        /// What the tenant says of itself, its picture, and what is switched off.
        Settings = "settings",
        /// Pages that show the widget.
        Site = "site",
        Channel = "channel",
        McpServer = "mcp_server",
        ApiKey = "api_key",
        User = "user",
        Tenant = "tenant",
    }
}

words! {
    /// What was done to a part of a set-up.
    SetupAct, "something done to a set-up" {
        Added = "added",
        Changed = "changed",
        /// Tools of a server that others run: assistants may use them.
        Approved = "approved",
        Removed = "removed",
    }
}

words! {
    /// What a tenant may do without: its owners switch it off and on.
    Feature, "a feature" {
        /// Read-only links, with which somebody without an account reads a conversation.
        ShareLinks = "share_links",
        /// OpenAI's API, for programs with a key.
        OpenAiApi = "openai_api",
        /// Tools and documents for other people's assistants, over MCP.
        Mcp = "mcp",
    }
}

words! {
    /// Where a provider of models was set up.
    ProviderSource, "a source of a provider" {
        /// In the configuration of the server, or its environment.
        Server = "server",
        /// By the owners of the installation, for all tenants.
        Installation = "installation",
        /// By the tenant itself.
        Own = "own",
    }
}

words! {
    /// What a job does.
    JobKind, "a kind of job" {
        EraseSession = "erase_session",
        ProcessDocument = "document.process",
        RemoveDocument = "document.remove",
        /// Embeds a tenant's passages anew.
        EmbedIndex = "index.embed",
        TellCustomer = "tell_customer",
    }
}

words! {
    /// Where a job is on its way.
    JobState, "a state of a job" {
        Queued = "queued",
        Running = "running",
        Done = "done",
        /// Given up on; a person can have it run again.
        Dead = "dead",
    }
}

words! {
    /// What became of a question to a person.
    ApprovalStatus, "a status of an approval" {
        Pending = "pending",
        Approved = "approved",
        Rejected = "rejected",
        /// Nobody decided in time.
        Expired = "expired",
        /// Its turn was stopped.
        Cancelled = "cancelled",
    }
}

words! {
    /// What a channel is a channel of.
    ChannelKind, "a kind of channel" {
        WhatsApp = "whatsapp",
        Messenger = "messenger",
        Instagram = "instagram",
        Telegram = "telegram",
        TikTok = "tiktok",
        /// Anybody's own program.
        Webhook = "webhook",
        Vapi = "vapi",
    }
}

words! {
    /// What goes out through a channel.
    DeliveryKind, "a kind of delivery" {
        Answer = "answer",
        /// That there is no answer.
        Failure = "failure",
        /// What a person of the business said.
        Operator = "operator",
        /// What the business tells unasked.
        Notice = "notice",
    }
}

words! {
    /// How far a message got that goes out through a channel.
    DeliveryStatus, "a status of a delivery" {
        Queued = "queued",
        Sent = "sent",
        Delivered = "delivered",
        Read = "read",
        Failed = "failed",
    }
}

words! {
    /// What became of an appointment. The first two are still to come.
    AppointmentStatus, "a status of an appointment" {
        Booked = "booked",
        Moved = "moved",
        Cancelled = "cancelled",
        Completed = "completed",
        NoShow = "no_show",
    }
}

impl AppointmentStatus {
    pub fn is_to_come(self) -> bool {
        matches!(self, Self::Booked | Self::Moved)
    }
}

words! {
    /// What became of an order as a sale.
    OrderStatus, "a status of an order" {
        Placed = "placed",
        Paid = "paid",
        Void = "void",
    }
}

words! {
    /// Where an order is on its way. A completed one was handed over and paid.
    OrderStage, "a stage of an order" {
        Placed = "placed",
        Preparing = "preparing",
        Ready = "ready",
        OutForDelivery = "out_for_delivery",
        PickedUp = "picked_up",
        Completed = "completed",
    }
}

words! {
    /// How an order gets to its customer.
    OrderKind, "a kind of order" {
        Pickup = "pickup",
        Delivery = "delivery",
    }
}

words! {
    /// What was done at the front desk, by an assistant or by somebody of the staff.
    DeskChangeKind, "a kind of change" {
        Booked = "booked",
        Moved = "moved",
        Cancelled = "cancelled",
        /// Its customer will come.
        Confirmed = "confirmed",
        /// By the staff only.
        Completed = "completed",
        /// By the staff only.
        NoShow = "no_show",
        Ordered = "ordered",
        /// By the staff only.
        Advanced = "advanced",
        /// By the staff only.
        Paid = "paid",
        /// By the staff only.
        Voided = "voided",
        Updated = "updated",
        Awarded = "awarded",
        Redeemed = "redeemed",
        /// By the staff only.
        Adjusted = "adjusted",
        /// By the staff only.
        Edited = "edited",
        /// By the staff only: somebody is a customer from then on.
        Registered = "registered",
        /// By the staff only: the customer came.
        Arrived = "arrived",
        /// By the staff only: nothing is booked in a stretch of time.
        Blocked = "blocked",
        /// By the staff only.
        Unblocked = "unblocked",
        /// By the staff only: somebody waits for a time.
        Listed = "listed",
        /// By the staff only.
        Unlisted = "unlisted",
        /// By an assistant only: it asked for a person.
        Escalated = "escalated",
    }
}

words! {
    /// A part of a day that suits somebody.
    DayPart, "a part of the day" {
        Morning = "morning",
        Afternoon = "afternoon",
        Evening = "evening",
    }
}

words! {
    /// A day of the week that suits somebody.
    WeekDay, "a day of the week" {
        Mon = "mon",
        Tue = "tue",
        Wed = "wed",
        Thu = "thu",
        Fri = "fri",
        Sat = "sat",
        Sun = "sun",
    }
}

impl DeskChangeKind {
    /// Whether it can be taken back at all. What earned tokens, and what was paid, is not.
    pub fn can_be_undone(self) -> bool {
        !matches!(self, Self::Completed | Self::Paid)
    }
}

words! {
    /// What became of reminding a customer of their appointment.
    ReminderOutcome, "what became of a reminder" {
        Told = "told",
        /// Nothing ran when it was due, and then too little time was left.
        TooLate = "too_late",
        /// Another one that is nearer was due at once.
        WithALaterOne = "with_a_later_one",
        /// There is no conversation with the customer.
        NoConversation = "no_conversation",
    }
}

words! {
    /// Who has an escalation: nobody yet, somebody, or nobody any more.
    EscalationStatus, "a status of an escalation" {
        Open = "open",
        Taken = "taken",
        Closed = "closed",
    }
}

words! {
    /// How much haste there is, the most urgent first.
    Urgency, "an urgency" {
        Critical = "critical",
        High = "high",
        Normal = "normal",
        Low = "low",
    }
}

impl Urgency {
    /// From 1, the most urgent: rows keep it as a number, so that they can be put in order.
    pub fn place(self) -> i64 {
        match self {
            Self::Critical => 1,
            Self::High => 2,
            Self::Normal => 3,
            Self::Low => 4,
        }
    }

    pub fn at_place(place: i64) -> Option<Self> {
        Self::ALL.iter().copied().find(|urgency| urgency.place() == place)
    }
}

words! {
    /// How far a file is, or its passages' embedding.
    DocumentStatus, "a status of a file" {
        /// Its bytes arrive.
        Pending = "pending",
        Queued = "queued",
        Processing = "processing",
        Completed = "completed",
        Failed = "failed",
    }
}

impl DocumentStatus {
    /// Nothing more will come of it by itself.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed)
    }
}

words! {
    /// What a passage is in its document.
    PassageKind, "a kind of passage" {
        SectionHeader = "section_header",
        Table = "table",
        Content = "content",
    }
}

words! {
    /// Who said a message.
    MessageRole, "a role in a conversation" {
        User = "user",
        Assistant = "assistant",
    }
}

words! {
    /// What led to the agent that answers.
    RoutedBy, "a way to an agent" {
        /// A red flag of the pack: nothing else counts.
        Urgency = "urgency",
        /// The caller named it.
        Caller = "caller",
        Command = "command",
        Rule = "rule",
        /// Examples of the pack, where rules only hint or do not know.
        Examples = "examples",
        Attachments = "attachments",
        /// Nothing in the message says who: it goes on with who had it.
        Conversation = "conversation",
        Model = "model",
        Default = "default",
    }
}

words! {
    /// What sums of usage are made by.
    UsageBy, "something that usage is summed by" {
        Day = "day",
        Model = "model",
        Agent = "agent",
        User = "user",
    }
}

words! {
    /// How a part of the server is; the worst last.
    Health, "a health" {
        Ready = "ready",
        /// It answers less well than it should.
        Degraded = "degraded",
        Unavailable = "unavailable",
    }
}
